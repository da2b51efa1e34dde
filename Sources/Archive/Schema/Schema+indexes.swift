import GRDB

extension Schema {
  /// The statements of the indexes of tables and of the tables of the search index, by name, as a new archive has
  /// them.
  static func indexes() throws -> [String: String] {
    try DatabaseQueue().write { database in
      try make(database)
      let search = Set(SearchIndex.tables + ["name_word"])
      return try statements(in: database).filter { search.contains($0) || isIndex($1) }
    }
  }

  /// The names of the columns of each table that a new archive has, those of the search index left out.
  static func columns() throws -> [String: Set<String>] {
    try DatabaseQueue().write { database in
      try make(database)
      let search = SearchIndex.tables + ["name_word"]
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      let others = tables.filter { name in !search.contains { name.hasPrefix($0) } }
      return try Dictionary(
        uniqueKeysWithValues: others.map { ($0, try columns(of: $0, database)) })
    }
  }

  /// The names of the columns of a table; none where there is no such table.
  static func columns(of table: String, _ database: Database) throws -> Set<String> {
    try Set(
      String.fetchAll(
        database, sql: "SELECT name FROM pragma_table_xinfo(?)", arguments: [table]))
  }

  /// The statements of all tables, indexes and views in the file, by name.
  static func statements(in database: Database) throws -> [String: String] {
    let rows = try GRDB.Row.fetchAll(
      database, sql: "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return try Dictionary(
      rows.map { try ($0.value(0), $0.value(1)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Creates the indexes and the tables of the search index that are missing, or have another form. What is
  /// created in a search index is empty.
  static func makeIndexes(_ database: Database) throws {
    let present = try statements(in: database)
    for (name, statement) in try indexes().sorted(by: { $0.key < $1.key }) {
      guard !isSame(present[name], statement) else { continue }
      // Something else may stand there under that name.
      let kind = present[name]?.split(separator: " ").dropFirst()
        .first { ["INDEX", "TABLE", "VIEW"].contains($0) }
      if let kind { try database.execute(sql: "DROP \(kind) \(name)") }
      if SearchIndex.tables.contains(name) {
        // Without the table itself, SQLite leaves those in which it keeps it.
        try database.execute(
          each: SearchIndex.parts.map { "DROP TABLE IF EXISTS \(name)_\($0)" })
      }
      try database.execute(sql: statement)
    }
  }

  static func isIndex(_ statement: String) -> Bool {
    ["CREATE INDEX", "CREATE UNIQUE INDEX"].contains { statement.hasPrefix($0) }
  }

  /// Whether two statements are the same but for white space outside literals, which depends on the line breaks
  /// of the source.
  static func isSame(_ one: String?, _ other: String?) -> Bool {
    one.map(words) == other.map(words)
  }

  private static func words(_ sql: String) -> [String] {
    sql.split(separator: "'", omittingEmptySubsequences: false).enumerated().map { place, part in
      place.isMultiple(of: 2)
        ? part.split(whereSeparator: \.isWhitespace).joined(separator: " ") : String(part)
    }
  }
}
