import GRDB
import Roster

/// Writes the search index, inside a transaction.
///
/// Members are collected and written at the end in the order of their row ids, many by one statement: FTS5 writes out its
/// buffer whenever an id is smaller than the one before, and before each statement on another table.
struct SearchIndex {
  let database: Database
  private var members: [Int] = []

  init(_ database: Database) {
    self.database = database
  }

  /// The index of members, over the texts of `search_document`.
  static let table = "search_text"

  /// The tables with the searched texts.
  static let documents = ["search_document", "site_words"]

  /// The endings of the tables in which SQLite keeps the index.
  static let parts = ["config", "data", "idx"]

  /// Schedules members whose texts differ from before.
  mutating func schedule(_ members: some Sequence<Int>) {
    self.members += members
  }

  /// Writes everything scheduled.
  ///
  /// - Parameter check: Called once per thousand documents; an error from it stops the work.
  mutating func write(check: () throws -> Void = {}) throws {
    var rest = Set(members).sorted()[...]
    while !rest.isEmpty {
      try check()
      try write(rest.prefix(1_000))
      rest = rest.dropFirst(1_000)
    }
    members = []
  }

  private func write(_ members: ArraySlice<Int>) throws {
    let list = "[\(members.map { String($0) }.joined(separator: ","))]"
    try index(list, "\(Self.table), rowid", "'delete', member")
    try database.cachedStatement(
      sql: "DELETE FROM search_document WHERE member IN (SELECT value FROM json_each(?))"
    ).execute(arguments: [list])
    for member in members { try SearchDocument.fetch(member, database)?.insert(database) }
    try index(list, "rowid", "member")
  }

  /// Gives SQLite the documents of a list of members, in JSON, for its index.
  private func index(_ list: String, _ columns: String, _ values: String) throws {
    let texts = "site, name, former, location, about"
    try database.cachedStatement(
      sql: """
        INSERT INTO \(Self.table) (\(columns), \(texts))
        SELECT \(values), \(texts) FROM search_document
        WHERE member IN (SELECT value FROM json_each(?)) ORDER BY member
        """
    ).execute(arguments: [list])
  }

  /// Adds the words of a site in place of those that it had.
  static func keepSite(
    _ key: Int, name: String, parameter: String, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO site_words (site, words) VALUES (?, ?)"
    ).execute(arguments: [key, siteWords(name: name, parameter: parameter)])
  }

  /// The folded words of a site.
  static func siteWords(name: String, parameter: String) -> String {
    FoldedText.folding(name + " " + parameter)
  }

  /// The folded words of all sites, by row id.
  static func siteWords(_ database: Database) throws -> [Int: [String]] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(sql: "SELECT site, words FROM site_words"))
    var sites: [Int: [String]] = [:]
    while let row = try rows.next() {
      sites[try row.value(0)] = try (row.value(1) as String).split(separator: " ").map(String.init)
    }
    return sites
  }
}

extension SearchIndex {
  /// Whether the texts were folded as this program folds: only such ones can be compared with what is searched for.
  static func isFoldedAlike(_ database: Database) throws -> Bool {
    let version = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT folding FROM archive"))
    return version == nil || version == FoldedText.version
  }

  /// Makes the index again where another version of the program has folded its texts.
  static func foldAgain(_ database: Database) throws {
    if try !isFoldedAlike(database) { try rebuild(database) }
  }

  /// Writes all texts again from the tables, and builds the index from them, in the caller's transaction. SQLite does
  /// not open an index whose own tables are damaged, so that these are made anew first.
  ///
  /// - Throws: Errors of SQLite; `RowDecodingError` where a table contains a value of another type.
  static func rebuild(_ database: Database) throws {
    try database.execute(sql: "DELETE FROM search_document; DELETE FROM site_words")
    try reset(database)
    let sites = try GRDB.Row.fetchAll(database, sql: "SELECT id, name, parameter FROM site")
    for row in sites {
      try keepSite(row.value(0), name: row.value(1), parameter: row.value(2), database)
    }
    var index = SearchIndex(database)
    index.schedule(try Int.fetchAll(database, sql: "SELECT id FROM member"))
    try index.write()
    try database.execute(
      sql: "UPDATE archive SET folding = ?", arguments: [FoldedText.version])
  }

  /// Gives SQLite's tables of the index the rows of a new, empty one, including its settings.
  private static func reset(_ database: Database) throws {
    try database.execute(
      sql: "CREATE VIRTUAL TABLE temp.new_index USING fts5(word, content = '', columnsize = 0)")
    for part in parts {
      let form = try String.fetchOne(
        database, sql: "SELECT sql FROM temp.sqlite_master WHERE name = ?",
        arguments: ["new_index_\(part)"])
      if try !database.tableExists("\(table)_\(part)", in: "main"), let form {
        try database.execute(sql: form.replacing("new_index", with: table))
      }
      try database.execute(
        sql: """
          DELETE FROM \(table)_\(part);
          INSERT INTO \(table)_\(part) SELECT * FROM temp.new_index_\(part);
          """)
    }
    try database.execute(
      sql: "INSERT INTO \(table) (\(table)) VALUES ('delete-all'); DROP TABLE temp.new_index")
  }
}
