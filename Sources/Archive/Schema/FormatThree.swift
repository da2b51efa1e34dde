import GRDB

/// The third format of the file: a run and a site record why they ended as they did, so that
/// `status` says the same later as the run said.
///
/// Columns are added at the end of their tables. They are NULL in older rows, and a seal leaves out
/// NULL columns, so no row is sealed again.
enum FormatThree {
  static func make(_ database: Database) throws {
    try database.execute(each: columns.map { "ALTER TABLE \($0) ADD COLUMN \($1)" })
  }

  /// - `run.reason`: why it ended early, or failed, in one word; NULL where it did not.
  /// - `run.until`: when the API allows requests again that it refused this run.
  /// - `site.fault`, `fault_message`, `fault_at`: the request that failed at its latest walk; NULL
  ///   where none did. A roster that is published removes them.
  private static let columns = [
    ("run", "reason TEXT"),
    ("run", "until INTEGER"),
    ("site", "fault TEXT"),
    ("site", "fault_message TEXT"),
    ("site", "fault_at INTEGER"),
  ]
}
