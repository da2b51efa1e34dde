import GRDB

extension SearchIndex {
  /// Removes every document and word, and writes all of them again from the tables, in the caller's
  /// transaction.
  ///
  /// For schema steps that change the contents of documents, and for an index that differs from the
  /// tables. Memory grows with the number of members and their former names.
  ///
  /// - Throws: Errors of SQLite; `RowDecodingError` where a table contains a value of another type.
  static func rebuild(_ database: Database) throws {
    for table in tables {
      try database.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
    }
    try database.execute(sql: "DELETE FROM name_word")
    try addAllSites(database)
    var index = SearchIndex(database)
    try index.addAllMembers()
    try index.write()
  }

  static let tables = IndexTable.allCases.map(\.rawValue)

  /// The endings of the tables in which SQLite keeps one of them.
  static let parts = ["config", "data", "idx"]

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

  private static func addAllSites(_ database: Database) throws {
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT id, name, parameter FROM site ORDER BY id")
    while let row = try rows.next() {
      try addSite(row.value(0), name: row.value(1), parameter: row.value(2), database)
    }
  }

  private mutating func addAllMembers() throws {
    let formerNames = try Self.formerNames(database)
    let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT id, reputation FROM member")
    while let row = try rows.next() {
      let member: Int = try row.value(0)
      let names = formerNames[member, default: []]
      schedule([try .adding(member: member, reputation: row.value(1), formerNames: names)])
    }
  }

  /// The former names of all members that have any, by the member's row id.
  static func formerNames(_ database: Database) throws -> [Int: [String]] {
    var names: [Int: [String]] = [:]
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT member, display_name FROM former_name")
    while let row = try rows.next() { try names[row.value(0), default: []].append(row.value(1)) }
    return names
  }
}
