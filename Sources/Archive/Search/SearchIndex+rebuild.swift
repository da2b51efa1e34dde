import GRDB

extension SearchIndex {
  /// Writes all texts again from the tables, and builds the indexes from them, in the caller's transaction.
  ///
  /// - Throws: Errors of SQLite; `RowDecodingError` where a table contains a value of another type.
  static func rebuild(_ database: Database) throws {
    try database.execute(
      sql: "DELETE FROM search_document; DELETE FROM site_words; DELETE FROM name_word")
    for table in tables {
      try database.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
    }
    let sites = try GRDB.Row.fetchAll(database, sql: "SELECT id, name, parameter FROM site")
    for row in sites {
      try keepSite(row.value(0), name: row.value(1), parameter: row.value(2), database)
    }
    var index = SearchIndex(database)
    index.schedule(try Int.fetchAll(database, sql: "SELECT id FROM member"))
    try index.write()
  }

  /// Gives SQLite's tables of the index the rows of a new, empty one, including its settings: where
  /// they are damaged or missing, SQLite does not open the index.
  static func reset(_ database: Database) throws {
    try database.execute(
      sql: "CREATE VIRTUAL TABLE temp.new_index USING fts5(word, content = '', columnsize = 0)")
    for table in tables {
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
    }
    try database.execute(sql: "DROP TABLE temp.new_index")
  }
}
