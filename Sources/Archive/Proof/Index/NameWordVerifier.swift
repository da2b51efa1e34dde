import FoundationEssentials
import GRDB
import Roster

/// Compares `name_word` with the words of names in the index: each must be in it, forwards and backwards. Words of
/// names that are gone may be there, too.
struct NameWordVerifier {
  private var missing = 0
  private let database: Database
  private let words: RowCursor
  private var word: [UInt8]?

  init(_ database: Database) throws {
    self.database = database
    words = try GRDB.Row.fetchCursor(
      database, sql: "SELECT CAST(word AS BLOB) FROM name_word WHERE reversed = 0 ORDER BY word")
    try advance()
  }

  /// Receives a word of the table of names; words come in the order of their bytes.
  mutating func take(_ indexed: [UInt8]) throws {
    // Whole names and sites: no folded word contains these characters.
    guard let first = indexed.first, first != UInt8(ascii: "="), first != UInt8(ascii: "_") else {
      return
    }
    while let word, word.lexicographicallyPrecedes(indexed) { try advance() }
    // FTS5 cuts long words.
    let isFound =
      word == indexed
      || indexed.count == IndexTable.longestWord && word?.starts(with: indexed) == true
    if !isFound { missing += 1 }
  }

  /// What is wrong with it, after the last word.
  func findings() throws -> [Verification.Finding] {
    var findings: [String] = []
    if missing > 0 { findings.append("name_word lacks \(missing.counted("word")) of names.") }
    if try !isSymmetric() { findings.append("name_word has other words backwards than forwards.") }
    return findings.map { Verification.Finding(rule: .searchIndex, description: $0) }
  }

  private func isSymmetric() throws -> Bool {
    let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT reversed, word FROM name_word")
    var sum: UInt64 = 0
    while let row = try rows.next() {
      let word: String = try row.value(1)
      if try row.value(0) as Int == 0 {
        sum &+= FNV1a.hash(SearchIndex.reversed(word))
      } else {
        sum &-= FNV1a.hash(word)
      }
    }
    return sum == 0
  }

  private mutating func advance() throws {
    word = try words.next().map { Array(try $0.value(0) as Data) }
  }
}
