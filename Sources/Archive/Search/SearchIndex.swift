import GRDB
import Roster

/// Writes the search index, inside a transaction.
///
/// Members are collected and written at the end in the order of their documents' numbers: FTS5 writes out its
/// buffer whenever a number is smaller than the one before, which takes three times as long and
/// twice the space.
struct SearchIndex {
  let database: Database
  private var members: [Int] = []
  /// Words known to be in `name_word`; most names share theirs with others.
  private var knownWords: Set<String> = []

  init(_ database: Database) {
    self.database = database
  }

  /// The indexes of members, with their columns of `search_document`.
  private static let columns = [
    "search_name": ["name", "former", "site"], "search_tail": ["tail"],
    "search_text": ["names", "location", "about", "site"],
  ]

  /// The names of the indexes.
  static let tables = ["search_name", "search_site", "search_tail", "search_text"]

  /// The endings of the tables in which SQLite keeps one of them.
  static let parts = ["config", "data", "idx"]

  /// Schedules members whose texts, or band of reputation, differ from before.
  mutating func schedule(_ members: [Int]) {
    self.members += members
  }

  /// Writes everything scheduled.
  ///
  /// - Parameter check: Called once per thousand documents; an error from it stops the work.
  mutating func write(check: () throws -> Void = {}) throws {
    var numbers: [DocumentNumber] = []
    for (count, member) in members.sorted().enumerated() {
      if count.isMultiple(of: 1_000) { try check() }
      try remove(member)
      let statement = try database.cachedStatement(
        sql: "SELECT reputation FROM member WHERE id = ?")
      try numbers.append(
        DocumentNumber(member: member, reputation: Int.fetchOne(statement, arguments: [member])))
    }
    for (count, number) in numbers.sorted().enumerated() {
      if count.isMultiple(of: 1_000) { try check() }
      if let document = try SearchDocument.fetch(number.member, database) { try add(document) }
    }
    members = []
  }

  private mutating func add(_ document: SearchDocument) throws {
    try document.insert(database)
    for (table, columns) in Self.columns {
      let list = columns.joined(separator: ", ")
      try database.cachedStatement(
        sql: """
          INSERT INTO \(table) (rowid, \(list)) SELECT number, \(list) FROM search_document WHERE number = ?
          """
      ).execute(arguments: [document.number])
    }
    try addWords(document.words)
  }

  private func remove(_ member: Int) throws {
    for (table, columns) in Self.columns {
      let list = columns.joined(separator: ", ")
      try database.cachedStatement(
        sql: """
          INSERT INTO \(table) (\(table), rowid, \(list))
          SELECT 'delete', number, \(list) FROM search_document WHERE member = ?
          """
      ).execute(arguments: [member])
    }
    try database.cachedStatement(sql: "DELETE FROM search_document WHERE member = ?")
      .execute(arguments: [member])
  }

  private mutating func addWords(_ words: [String]) throws {
    for word in words where knownWords.insert(word).inserted {
      let statement = try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO name_word (reversed, word) VALUES (0, ?), (1, ?)")
      try statement.execute(arguments: [word, Self.reversed(word)])
    }
  }

  static func reversed(_ word: String) -> String {
    String(String.UnicodeScalarView(word.unicodeScalars.reversed()))
  }

  /// The folded words of a site.
  static func siteWords(name: String, parameter: String) -> String {
    FoldedText.folding(name + " " + parameter)
  }

  /// Adds the words of a site in place of those that it had.
  static func keepSite(
    _ key: Int, name: String, parameter: String, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO search_site (search_site, rowid, words)
        SELECT 'delete', site, words FROM site_words WHERE site = ?
        """
    ).execute(arguments: [key])
    let words = siteWords(name: name, parameter: parameter)
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO site_words (site, words) VALUES (?, ?)"
    )
    .execute(arguments: [key, words])
    try database.cachedStatement(sql: "INSERT INTO search_site (rowid, words) VALUES (?, ?)")
      .execute(arguments: [key, words])
  }
}
