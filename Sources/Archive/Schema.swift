import GRDB

/// The tables and views of the file, and how an older file becomes a current one.
///
/// The format only moves forward: each version is one list of statements, run in one transaction.
/// The list of a released version never changes.
enum Schema {
  /// "MODX": marks the file as ours in SQLite's header.
  static let applicationID = 0x4D4F_4458
  /// The format that this program reads and writes.
  static let version = steps.count

  private static let steps: [[String]] = [tables + searchTables + views]

  /// Brings the file to the current version; does nothing where it is.
  static func migrate(_ database: Database) throws {
    let current = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard current < version else { return }
    for step in steps[current...] {
      for sql in step { try database.execute(sql: sql) }
    }
    try database.execute(
      sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
  }
}
