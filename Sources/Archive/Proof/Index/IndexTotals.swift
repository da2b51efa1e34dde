import FoundationEssentials
import GRDB

/// How many documents and words a table of the search index states that it has: the first row of its data.
///
/// No search reads it. But SQLite refuses to change an index without it, and one that would have less than
/// nothing after the change.
struct IndexTotals {
  let documents: Int
  /// By column, in their order in the table.
  let words: [Int]

  /// Where FTS5 keeps it (`FTS5_AVERAGES_ROWID`).
  private static let row = 1

  /// Nil where it is missing, or has another form. Nothing is written yet in a new index.
  init?(of table: IndexTable, _ database: Database) throws {
    let stored = try Data.fetchOne(
      database, sql: "SELECT block FROM \(table.rawValue)_data WHERE id = ?",
      arguments: [Self.row])
    guard var bytes = stored.map({ $0[...] }) else { return nil }
    var numbers: [Int] = []
    while !bytes.isEmpty {
      guard let number = Self.number(&bytes) else { return nil }
      numbers.append(number)
    }
    documents = numbers.first ?? 0
    words = Array(numbers.dropFirst())
  }

  /// Takes a number from the front as SQLite writes it: seven bits in a byte, the highest ones first; a ninth
  /// byte, which no count needs, is nil.
  private static func number(_ bytes: inout Data.SubSequence) -> Int? {
    var number = 0
    for _ in 0..<8 {
      guard let byte = bytes.popFirst() else { return nil }
      number = number << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return number }
    }
    return nil
  }
}
