import GRDB

/// A table, index, view or trigger of the file.
struct SchemaObject: Hashable, Sendable {
  /// `table`, `index`, `view` or `trigger`.
  var type: String
  var name: String
  /// The statement that creates it. SQLite keeps it as it was typed.
  var sql: String

  private init(type: String, name: String, sql: String) {
    (self.type, self.name, self.sql) = (type, name, sql)
  }

  /// What a statement of the program creates.
  private init(creation sql: String) {
    // Such as `CREATE UNIQUE INDEX name`.
    let words = sql.split(maxSplits: 4, whereSeparator: \.isWhitespace)
      .drop { !["TABLE", "INDEX", "VIEW"].contains($0) }
    self.init(
      type: words.first?.lowercased() ?? "", name: words.dropFirst().first.map { String($0) } ?? "",
      sql: sql)
  }

  /// What the program creates, by name.
  static let own: [String: SchemaObject] = Dictionary(
    Schema.statements.map { SchemaObject(creation: $0) }.map { ($0.name, $0) },
    uniquingKeysWith: { first, _ in first })

  /// The tables in which SQLite keeps the search index. Their statements are SQLite's.
  static let ownParts: Set<String> = Set(SearchIndex.parts.map { "\(SearchIndex.table)_\($0)" })

  /// All objects of the file but the indexes that SQLite makes for a table.
  ///
  /// - Throws: `DatabaseError`, `RowDecodingError`.
  static func all(in database: Database) throws -> [SchemaObject] {
    try GRDB.Row.fetchAll(
      database, sql: "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    ).map { row in
      try SchemaObject(type: row.value(0), name: row.value(1), sql: row.value(2))
    }
  }

  /// Whether it belongs to the search index, which can be made again from the tables.
  var isOfSearch: Bool {
    name == SearchIndex.table || SearchIndex.documents.contains(name)
      || Self.ownParts.contains(name)
  }

  /// In a sentence; the search index is an index to a reader.
  var noun: String { isOfSearch ? "index" : type }

  var isUniqueIndex: Bool {
    type == "index" && sql.lowercased().split(whereSeparator: \.isWhitespace).contains("unique")
  }

  /// Whether both are created alike but for white space outside literals, which depends on the line breaks of the
  /// source.
  func isSame(as other: SchemaObject) -> Bool {
    type == other.type && (sql == other.sql || Self.words(sql) == Self.words(other.sql))
  }

  private static func words(_ sql: String) -> [String] {
    sql.split(separator: "'", omittingEmptySubsequences: false).enumerated().map { place, part in
      place.isMultiple(of: 2)
        ? part.split(whereSeparator: \.isWhitespace).joined(separator: " ") : String(part)
    }
  }
}
