import GRDB

/// A table, index, view or trigger of the file.
struct SchemaObject: Hashable, Sendable, StoredRecord {
  /// `table`, `index`, `view` or `trigger`.
  var type: String
  var name: String
  /// The statement that creates it. SQLite keeps it as it was typed.
  var sql: String

  /// What a statement of the program creates.
  private init(creation sql: String) {
    // Such as `CREATE UNIQUE INDEX name`.
    let words = sql.split(maxSplits: 4, whereSeparator: \.isWhitespace)
      .drop { !["TABLE", "INDEX", "VIEW"].contains($0) }
    type = words.first?.lowercased() ?? ""
    name = words.dropFirst().first.map { String($0) } ?? ""
    self.sql = sql
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
    try fetchAll(database, sql: "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
  }

  /// Whether it belongs to the search index, which can be made again from the tables.
  var isOfSearch: Bool {
    name == SearchIndex.table || name == SearchIndex.documents
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
