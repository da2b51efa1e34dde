import GRDB
import Roster

/// The document of one member in the search index: a pure function of the tables, so that `verify` can compare the
/// two.
struct SearchDocument: Hashable {
  /// The index returns documents in this order.
  var number: DocumentNumber
  /// The words of the display name, and the whole name as one word.
  var name: String
  /// The same for each former name.
  var former: String
  /// The word for the site.
  var site: String
  /// The words of all names, with every ending of those that ``tails(of:)`` takes apart.
  var tail: String
  /// The words of all names.
  var names: String
  var location: String
  var about: String
  /// The words of all names, each once.
  var words: [String]

  /// The document of the member with a row id, from the tables as they are now; nil without one.
  static func fetch(_ member: Int, _ database: Database) throws -> SearchDocument? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT m.id, m.reputation, m.site, n.display_name, m.location, m.about_text
        FROM member m JOIN name n ON n.member = m.id AND n.until IS NULL WHERE m.id = ?
        """)
    return try statement.readOne([member]) { row in
      let names = try String.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT p.display_name FROM name n JOIN name p ON p.member = n.member AND p.until = n.since
            WHERE n.member = ? AND n.begins = 1
            """), arguments: [member])
      return try SearchDocument(row, formerNames: names)
    }
  }

  /// - Parameter formerNames: In any order, possibly with duplicates and the current one.
  private init(_ row: GRDB.Row, formerNames: [String]) throws {
    let displayName: String = try row.value(3)
    let current = FoldedText.words(in: displayName)
    let others = Set(formerNames).subtracting([displayName]).sorted().map(FoldedText.words)
    number = try DocumentNumber(member: row.value(0), reputation: row.value(1))
    name = (current + [Self.whole(current)]).joined(separator: " ")
    former = others.flatMap { $0 + [Self.whole($0)] }.joined(separator: " ")
    site = try Self.siteWord(row.value(2))
    let all = current + others.joined()
    words = Self.eachOnce(all)
    tail = Self.eachOnce(words + all.prefix(Self.maximalTailedWords).flatMap(Self.tails))
      .joined(separator: " ")
    names = all.joined(separator: " ")
    location = try (row.value(4) as String?).map(FoldedText.folding) ?? ""
    about = try (row.value(5) as String?).map(FoldedText.folding) ?? ""
  }

  /// The texts in the order of the columns of `search_document`.
  private var texts: [String] { [name, former, site, tail, names, location, about] }

  func insert(_ database: Database) throws {
    let values = [number.databaseValue, number.member.databaseValue] + texts.map(\.databaseValue)
    try database.cachedStatement(
      sql: "INSERT INTO search_document VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    .execute(arguments: StatementArguments(values: values))
  }

  /// Whether the archive has it as it is.
  func isStored(_ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: """
        SELECT EXISTS (SELECT 1 FROM search_document WHERE number = ? AND name = ? AND former = ? AND site = ?
          AND tail = ? AND names = ? AND location = ? AND about = ?)
        """)
    let values = [number.databaseValue] + texts.map(\.databaseValue)
    return try Bool.fetchOne(statement, arguments: StatementArguments(values: values)) ?? false
  }

  /// In order; for so few words faster than a set.
  private static func eachOnce(_ words: [String]) -> [String] {
    let sorted = words.sorted()
    return sorted.indices.filter { $0 == 0 || sorted[$0 - 1] != sorted[$0] }.map { sorted[$0] }
  }

  /// A whole name as one word; `=` and `_` do not occur in folded words.
  static func whole(_ words: [String]) -> String {
    "=" + words.joined(separator: "_")
  }

  static func siteWord(_ site: Int) -> String {
    "_\(site)"
  }

  /// The most letters of a word whose endings are indexed. All endings together have about half as
  /// many letters as the square of the word's length: a word of 20,000 letters would take 200
  /// megabytes. No word of a real name is that long; a longer one is found by its beginning only.
  static let maximalTailedWord = 64

  /// The most words of a member's names whose endings are indexed; those of the current name come
  /// first. With ``maximalTailedWord`` this limits one member to some 300 kilobytes; a person would
  /// need some 40 former names to come near it.
  static let maximalTailedWords = 128

  /// The endings of a word that a substring search can begin with: three letters or more, two for
  /// scripts without spaces between words, and the word itself. For a word of more than
  /// ``maximalTailedWord`` letters only the word itself.
  static func tails(of word: String) -> [String] {
    let scalars = word.unicodeScalars
    var lettersLeft = scalars.count
    guard lettersLeft <= maximalTailedWord else { return [word] }
    return scalars.indices.compactMap { index in
      defer { lettersLeft -= 1 }
      let isLongEnough = lettersLeft >= minimalSubstring(scalars[index])
      return index == scalars.startIndex || isLongEnough ? String(scalars[index...]) : nil
    }
  }

  /// How many letters a substring that begins with this letter must have.
  static func minimalSubstring(_ scalar: Unicode.Scalar) -> Int {
    isIdeographic(scalar) ? 2 : 3
  }

  /// Han, kana, and Hangul including its parts.
  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3040...0x30FF, 0x3130...0x318F,
      0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
