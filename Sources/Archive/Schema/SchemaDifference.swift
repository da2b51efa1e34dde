import GRDB

/// Something in the file that differs from what the program creates.
struct SchemaDifference {
  enum Kind {
    /// A table without which nothing else can be read, or that may be anything.
    case table
    /// What can be made again from the tables: a view or an index.
    case derived
    /// A part of the search index is not there; whoever searches gets an error.
    case lostSearch
    /// It was not created by the program, and runs by itself or refuses rows.
    case foreign
    /// It was not created by the program, and changes nothing of what a reader gets.
    case extra
  }

  var kind: Kind
  /// A sentence.
  var description: String

  /// All differences, in the order of the names.
  ///
  /// - Throws: `DatabaseError`, `RowDecodingError`.
  static func all(in database: Database) throws -> [SchemaDifference] {
    let objects = try SchemaObject.all(in: database)
    let found = Dictionary(objects.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let own = SchemaObject.own.sorted { $0.key < $1.key }.compactMap { name, object in
      difference(of: object, found[name])
    }
    let parts = SchemaObject.ownParts.sorted().compactMap { name in difference(ofPart: found[name])
    }
    return own + parts
      + objects.compactMap(difference(ofOther:)).sorted {
        $0.description < $1.description
      }
  }

  private static func difference(of own: SchemaObject, _ found: SchemaObject?) -> Self? {
    let derived = own.type == "table" && !own.isOfSearch ? Kind.table : .derived
    guard let found else {
      return Self(
        kind: own.isOfSearch ? .lostSearch : derived,
        description: "The \(own.noun) \(own.name) is missing.")
    }
    guard found.type == own.type || own.isOfSearch else {
      return Self(
        kind: .table,
        description: "In the place of the \(own.noun) \(own.name) stands a \(found.type).")
    }
    guard !found.isSame(as: own) else { return nil }
    return Self(
      kind: derived,
      description: "The \(own.noun) \(own.name) differs from the one that the program creates.")
  }

  /// Where it is missing, SQLite says so whenever the index is used.
  private static func difference(ofPart found: SchemaObject?) -> Self? {
    guard let found, found.type != "table" || !found.sql.hasPrefix("CREATE TABLE") else {
      return nil
    }
    return Self(
      kind: .table,
      description: "In the place of a table of the search index, \(found.name), stands another.")
  }

  private static func difference(ofOther object: SchemaObject) -> Self? {
    // What SQLite itself keeps is in tables.
    let isOfSQLite = object.name.lowercased().hasPrefix("sqlite_")
    guard SchemaObject.own[object.name] == nil, !SchemaObject.ownParts.contains(object.name),
      !isOfSQLite || object.type != "table"
    else { return nil }
    let noun = object.isUniqueIndex ? "unique index" : object.type
    let isActive = object.type == "trigger" || object.isUniqueIndex || isOfSQLite
    return Self(
      kind: isActive ? .foreign : .extra,
      description: "The \(noun) \(object.name) was not created by the program.")
  }
}
