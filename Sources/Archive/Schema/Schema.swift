import GRDB
import Roster

/// The tables and views of the file, and the migration of older files.
///
/// The format only moves forward: each version is one step, and all missing steps run in one
/// transaction. A step of a released version never changes. Views belong to no step: they are
/// created again after the last one. `verify` compares them with the program's own, so a changed
/// view needs a new step, even an empty one.
enum Schema {
  /// "MODX": identifies the file format in SQLite's header.
  static let applicationID = 0x4D4F_4458
  /// The format that this program reads and writes.
  static let version = steps.count

  private static let steps: [@Sendable (Database) throws -> Void] = [
    { try $0.execute(each: tables + searchTables) },
    { try FormatTwo($0).make() },
    { try FormatThree.make($0) },
    { try FormatFour.make($0) },
    { try FormatFive.addRoles($0) },
    { try FormatSix.make($0) },
  ]

  /// Migrates the file to the current version; does nothing where it has that version.
  static func migrate(_ database: Database) throws {
    let current = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard (0..<version).contains(current) else { return }
    // A view that names a column of a later format would block a change of tables.
    let old = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'view'")
    try database.execute(each: old.map { "DROP VIEW \($0)" })
    for (formatBefore, step) in steps.enumerated().dropFirst(current) {
      if formatBefore > 0 {
        try addColumnsOfFields(database)
        try FormatFour.addPositions(database)
        try FormatFive.addRoles(database)
      }
      try step(database)
    }
    try database.execute(each: views)
    try database.execute(
      sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
  }
}

extension Schema {
  /// Creates the program's views again, also where they were changed; others stay.
  static func makeViews(_ database: Database) throws {
    try database.execute(each: View.allCases.map { "DROP VIEW IF EXISTS \($0.rawValue)" })
    try database.execute(each: views)
  }

  /// Adds the columns of fields that came after the first format, and of ``StoredAboutMe``, before a step reads
  /// whole rows of moderators. The step of such a column then has nothing to do.
  private static func addColumnsOfFields(_ database: Database) throws {
    let columns = try String.fetchSet(
      database, sql: "SELECT name FROM pragma_table_info('member')")
    let added =
      Moderator.fields.map { ($0.name, $0.declaration) }
      + [(StoredAboutMe.column, StoredAboutMe.declaration)]
    let missing = added.filter { !columns.contains($0.0) }
    try database.execute(each: missing.map { "ALTER TABLE member ADD COLUMN \($0.1)" })
  }
}

extension Database {
  func execute(each statements: [String]) throws {
    for sql in statements { try execute(sql: sql) }
  }
}
