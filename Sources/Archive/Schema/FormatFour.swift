import GRDB
import Roster

/// The fourth format of the file: a page records where it begins, for lists that are not numbered.
enum FormatFour {
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
