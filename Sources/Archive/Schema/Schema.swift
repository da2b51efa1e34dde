import FoundationEssentials
import GRDB
import Roster

/// The tables and views of the file. There is one format: a file with another one is refused.
enum Schema {
  /// "MODX": identifies the file format in SQLite's header.
  static let applicationID = 0x4D4F_4458
  /// The format that this program reads and writes.
  static let version = 14

  /// The statements that create everything, in their order.
  static let statements =
    tables + ledgerTables + otherTables + searchTables + ledgerViews + datedTenures + views

  /// Creates everything in an empty file; does nothing in any other.
  static func make(_ database: Database) throws {
    guard try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0 else { return }
    try database.execute(each: statements)
    try database.execute(
      sql: "INSERT INTO archive (id, uuid, folding) VALUES (1, ?, ?)",
      arguments: [UUID().uuidString.lowercased(), FoldedText.version])
    try database.execute(
      sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
  }
}

extension Schema {
  /// The conditions (`CHECK`) of each table that has some. SQLite's own check of a file leaves them out where the file
  /// was opened for reading only.
  static let conditions: [(table: String, conditions: [String])] = statements.compactMap { sql in
    let words = sql.split(separator: " ", maxSplits: 3)
    guard words.starts(with: ["CREATE", "TABLE"]) else { return nil }
    let conditions = sql.ranges(of: "CHECK (").map { range in
      var depth = 1
      return String(
        sql[range.upperBound...].prefix { character in
          depth += character == "(" ? 1 : character == ")" ? -1 : 0
          return depth > 0
        })
    }
    return conditions.isEmpty ? nil : (String(words[2]), conditions)
  }

  /// Creates the program's views again, also where they were changed; others stay.
  static func makeViews(_ database: Database) throws {
    let own = SchemaObject.own.values.filter { $0.type == "view" }.map(\.name)
    try database.execute(each: own.map { "DROP VIEW IF EXISTS \($0)" })
    try database.execute(each: ledgerViews + datedTenures + views)
  }
}

extension Database {
  func execute(each statements: [String]) throws {
    for sql in statements { try execute(sql: sql) }
  }
}
