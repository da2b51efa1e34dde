import GRDB
import Roster

/// Writes the search index, inside a transaction.
struct SearchIndex {
  private let database: Database
  /// Words that are known to be in `name_word`; most names share theirs with others.
  private var knownWords: Set<String> = []

  init(_ database: Database) {
    self.database = database
  }

  mutating func add(_ document: SearchDocument) throws {
    try database.cachedStatement(
      sql: "INSERT INTO search_name (rowid, name, former, site) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [document.number, document.name, document.former, document.site])
    try database.cachedStatement(sql: "INSERT INTO search_tail (rowid, tail) VALUES (?, ?)")
      .execute(arguments: [document.number, document.tail])
    try database.cachedStatement(
      sql: """
        INSERT INTO search_text (rowid, names, location, about, site) VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      document.number, document.names, document.location, document.about, document.site,
    ])
    try addWords(document.words)
  }

  /// Takes a document out; it must be the very one that was added.
  func remove(_ document: SearchDocument) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO search_name (search_name, rowid, name, former, site)
        VALUES ('delete', ?, ?, ?, ?)
        """
    ).execute(arguments: [document.number, document.name, document.former, document.site])
    try database.cachedStatement(
      sql: "INSERT INTO search_tail (search_tail, rowid, tail) VALUES ('delete', ?, ?)"
    ).execute(arguments: [document.number, document.tail])
    try database.cachedStatement(
      sql: """
        INSERT INTO search_text (search_text, rowid, names, location, about, site)
        VALUES ('delete', ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      document.number, document.names, document.location, document.about, document.site,
    ])
  }

  private mutating func addWords(_ words: [String]) throws {
    for word in words where knownWords.insert(word).inserted {
      let statement = try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO name_word (reversed, word) VALUES (0, ?), (1, ?)")
      try statement.execute(arguments: [word, Self.reversed(word)])
    }
  }

  static func reversed(_ word: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: word.unicodeScalars.reversed())
    return String(scalars)
  }

  /// The folded words of a site.
  static func siteWords(name: String, parameter: String) -> String {
    FoldedText.folding(name + " " + parameter)
  }

  static func addSite(_ key: Int, name: String, parameter: String, _ database: Database) throws {
    try database.cachedStatement(sql: "INSERT INTO search_site (rowid, words) VALUES (?, ?)")
      .execute(arguments: [key, siteWords(name: name, parameter: parameter)])
  }

  /// Takes a site out as the `site` table has it now: to be called before that changes.
  static func removeSite(_ key: Int, _ database: Database) throws {
    let row = try GRDB.Row.fetchOne(
      database, sql: "SELECT name, parameter FROM site WHERE id = ?", arguments: [key])
    guard let row else { return }
    try database.cachedStatement(
      sql: "INSERT INTO search_site (search_site, rowid, words) VALUES ('delete', ?, ?)"
    ).execute(arguments: [key, siteWords(name: row[0], parameter: row[1])])
  }
}
