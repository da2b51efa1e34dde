import GRDB

extension Schema {
  /// Creates the indexes and the tables of the search index that are missing, or have another form. What is
  /// created in a search index is empty.
  static func makeIndexes(_ database: Database) throws {
    let present = Dictionary(
      try SchemaObject.all(in: database).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    for object in SchemaObject.own.values.sorted(by: { $0.name < $1.name })
    where object.type == "index" || object.isOfSearch {
      let name = object.name
      if let present = present[name] {
        if present.isSame(as: object) { continue }
        // Something else may stand there under that name.
        try database.execute(sql: "DROP \(present.type) \(name)")
      }
      if name == SearchIndex.table {
        // Without the table itself, SQLite leaves those in which it keeps it.
        try database.execute(
          each: SearchIndex.parts.map { "DROP TABLE IF EXISTS \(name)_\($0)" })
      }
      try database.execute(sql: object.sql)
    }
  }
}
