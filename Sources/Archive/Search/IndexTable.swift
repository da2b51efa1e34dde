import Roster

/// A table of the search index, and the sums of its documents.
enum IndexTable: String, CaseIterable {
  case name = "search_name"
  case tail = "search_tail"
  case text = "search_text"
  case site = "search_site"

  /// Those with a document for each member.
  static let ofMembers: [IndexTable] = [.name, .tail, .text]

  /// The table whose rows its documents stand for.
  var rows: String { self == .site ? "site" : "member" }

  /// Whether it keeps where in a document a word stands, and in which column.
  var hasPositions: Bool { self != .tail }

  /// The prefix lengths for which the table has an index of its own.
  var prefixes: [Int] {
    switch self {
    case .name: [1, 2, 3]
    case .site: [1, 2]
    case .tail, .text: []
    }
  }

  /// The sum of a member's document; for sites see ``sum(ofSite:)``.
  func sum(_ document: SearchDocument) -> UInt64 {
    switch self {
    case .name:
      Self.sum(document.name, column: "name") &+ Self.sum(document.former, column: "former")
        &+ Self.sum(document.site, column: "site")
    case .tail: Self.sum(document.tail, column: "", hasPositions: false)
    case .text:
      Self.sum(document.names, column: "names") &+ Self.sum(document.location, column: "location")
        &+ Self.sum(document.about, column: "about") &+ Self.sum(document.site, column: "site")
    case .site: 0
    }
  }

  /// The sum of a site's document.
  static func sum(ofSite words: String) -> UInt64 { sum(words, column: "words") }

  /// The part of a document's sum for one word at one position: see ``IndexReader``.
  ///
  /// - Parameter hash: See ``hash(_:column:)``.
  static func term(_ hash: UInt64, at position: Int) -> UInt64 {
    // A product, so that two words which change places change the sum.
    hash &* (UInt64(truncatingIfNeeded: position) << 1 | 1)
  }

  /// FNV-1a over the column and the bytes of the word.
  static func hash(_ word: [UInt8], column: String) -> UInt64 {
    var hash = beginning(of: column)
    hash.combine(word.span)
    return hash.value
  }

  /// Words are split at the byte of the space, as FTS5 does. A `Character` may contain the space
  /// and a mark of the next word, such as a Hindi vowel sign.
  private static func sum(_ text: String, column: String, hasPositions: Bool = true) -> UInt64 {
    let beginning = beginning(of: column)
    let bytes = text.utf8.span
    var (sum, hash, length, position): (UInt64, FNV1a, Int, Int) = (0, beginning, 0, 0)
    for index in 0...bytes.count {
      if index < bytes.count, bytes[index] != 0x20 {
        if length < longestWord { hash.combine(bytes[index]) }
        length += 1
      } else if length > 0 {
        sum &+= term(hash.value, at: position)
        if hasPositions { position += 1 }
        (hash, length) = (beginning, 0)
      }
    }
    return sum
  }

  /// The most bytes of a word that FTS5 keeps (`FTS5_MAX_TOKEN_SIZE`).
  static let longestWord = 32_768

  private static func beginning(of column: String) -> FNV1a {
    var hash = FNV1a()
    hash.combine(column.utf8)
    hash.combine(0x20)
    return hash
  }
}
