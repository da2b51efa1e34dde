import GRDB

/// A sum over the words of some documents of an index, independent of their order.
///
/// Takes 8 bytes for each group of members or sites: a dictionary of a million documents would take 34 MB for
/// each of the four tables of the index.
struct DocumentSums {
  /// The bits of a row id by which those of one group differ.
  private let bitsOfGroup: Int
  /// By the row ids of members or sites, in groups.
  private var sums: [UInt64]
  /// Those of row ids that are far larger than the number of rows.
  private var others: [Int: UInt64] = [:]

  /// - Parameters:
  ///   - table: `member` or `site`, whose rows the documents stand for.
  ///   - groupSize: How many row ids have one sum: a power of 2. Where it is large, the sums stay in the cache of the
  ///     processor.
  init(rowsOf table: String, inGroupsOf groupSize: Int, _ database: Database) throws {
    let row = try GRDB.Row.fetchOne(
      database, sql: "SELECT coalesce(max(id), 0), count(*) FROM \(table)")
    let (largest, count): (Int, Int) = try row.map { try ($0.value(0), $0.value(1)) } ?? (0, 0)
    bitsOfGroup = groupSize.trailingZeroBitCount
    sums = Array(repeating: 0, count: (max(0, min(largest, 2 * count)) >> bitsOfGroup) + 1)
  }

  /// Adds the sum of some words. Words that are subtracted later with the same document cancel it.
  mutating func add(_ sum: UInt64, to document: DocumentNumber) {
    self[document.member] &+= sum &* Self.factor(document)
  }

  /// The opposite of ``add(_:to:)``.
  mutating func subtract(_ sum: UInt64, from document: DocumentNumber) {
    self[document.member] &-= sum &* Self.factor(document)
  }

  /// The lowest row ids for which the sum is not 0; in groups, a number of each group.
  func differing(atMost limit: Int) -> [Int] {
    let inOrder = sums.indices.lazy.filter { sums[$0] != 0 }.prefix(limit)
    let rest = others.keys.filter { others[$0] != 0 }.sorted()
    return Array((Array(inOrder) + rest).prefix(limit))
  }

  private subscript(row: Int) -> UInt64 {
    get {
      let group = row >> bitsOfGroup
      return group < sums.count ? sums[group] : others[row, default: 0]
    }
    set {
      let group = row >> bitsOfGroup
      if group < sums.count { sums[group] = newValue } else { others[row] = newValue }
    }
  }

  /// An odd number that is not mistaken for that of a document with another band or, in groups, of another member. It is mixed:
  /// were it a multiple of the number, a word that moved from two documents to two others with the same sum of numbers would
  /// not be noticed.
  private static func factor(_ document: DocumentNumber) -> UInt64 {
    IDSum.mixed(document.rawValue) | 1
  }
}
