import GRDB
import Roster

/// Writes the search index, inside a transaction.
enum SearchIndex {
  /// The index of members, over the texts of `search_document`.
  static let table = "search_text"

  /// The table with the searched texts.
  static let documents = "search_document"

  /// The endings of the tables in which SQLite keeps the index.
  static let parts = ["config", "data", "idx"]

  /// Writes the texts of members anew. They are taken in the order of their row ids, many by one statement: FTS5 writes out
  /// its buffer whenever an id is smaller than the one before, and before each statement on another table.
  ///
  /// - Parameter check: Called once per thousand documents; an error from it stops the work.
  static func write(
    _ members: [Int], _ database: Database, check: () throws -> Void = {}
  ) throws {
    var rest = Set(members).sorted()[...]
    while !rest.isEmpty {
      try check()
      try write(rest.prefix(1_000), database)
      rest = rest.dropFirst(1_000)
    }
  }

  private static func write(_ members: ArraySlice<Int>, _ database: Database) throws {
    let list = try StoredJSON.text(of: Array(members))
    try index(list, "\(table), rowid", "'delete', member", database)
    try database.cachedStatement(
      sql: "DELETE FROM search_document WHERE member IN (SELECT value FROM json_each(?))"
    ).execute(arguments: [list])
    for member in members { try SearchDocument.fetch(member, database)?.insert(database) }
    try index(list, "rowid", "member", database)
  }

  /// Gives SQLite the documents of a list of members, in JSON, for its index.
  private static func index(
    _ list: String, _ columns: String, _ values: String, _ database: Database
  ) throws {
    let texts = "site, name, former, location, about"
    try database.cachedStatement(
      sql: """
        INSERT INTO \(table) (\(columns), \(texts))
        SELECT \(values), \(texts) FROM search_document
        WHERE member IN (SELECT value FROM json_each(?)) ORDER BY member
        """
    ).execute(arguments: [list])
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
    try database.execute(sql: "DELETE FROM search_document")
    try reset(database)
    try write(Int.fetchAll(database, sql: "SELECT id FROM member"), database)
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
