import GRDB
import Roster

/// The fourth format of the file: a page records where it begins, for lists that are not numbered, and
/// a published roster its grade.
enum FormatFour {
  static func make(_ database: Database) throws {
    try addPositions(database)
    for table in ["site", "walk"] {
      try database.execute(
        sql: """
          ALTER TABLE \(table) ADD COLUMN grade TEXT
            CHECK (grade IN ('complete', 'corroborated', 'published'))
          """)
    }
    try grade(.site, where: "published_walk IS NOT NULL", database)
    try grade(.walk, where: "published = 1", database)
  }

  /// Grades the rosters that older versions published: those that were not complete were accepted by
  /// the user.
  private static func grade(
    _ table: Seal.Table, where condition: String, _ database: Database
  ) throws {
    let keys = try Int.fetchAll(
      database, sql: "SELECT id FROM \(table.rawValue) WHERE \(condition)")
    for key in keys {
      try Seal.update(table, key, in: database) {
        try database.cachedStatement(
          sql: """
            UPDATE \(table.rawValue)
            SET grade = CASE verdict WHEN 'complete' THEN 'complete' ELSE 'published' END
            WHERE id = ?
            """
        ).execute(arguments: [key])
      }
    }
  }

  /// Adds `page.position` and `elected_page.position` where they are missing: see `PagePosition`; NULL
  /// for the page number. Sums of pages leave out NULL columns.
  ///
  /// Called before each step, because a step that reads pages reads these columns.
  static func addPositions(_ database: Database) throws {
    for table in [WalkEvidence.PageTable.page, .electedPage].map(\.rawValue) {
      let columns = try String.fetchSet(
        database, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
      if !columns.contains("position") {
        try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN position TEXT")
      }
    }
  }
}
