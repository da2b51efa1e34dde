import GRDB
package import Roster

extension ArchiveDatabase {
  /// The latest run that has recorded its end; nil without one. What an export holds is at least as late.
  package func latestEndedRun() throws -> Int? {
    try read { try Int.fetchOne($0, sql: "SELECT max(id) FROM run WHERE finished_at IS NOT NULL") }
  }

  /// Calls `body` with each row of a view as it stands in SQL, by network and site, one at a time.
  /// SQLite sorts, and uses the disk for what does not fit into its memory.
  ///
  /// - Throws: `ArchiveError`, `CancellationError` after ``interrupt()``, and what the body throws.
  package func forEachExportedRow(
    of view: View, _ body: (Roster.Row) throws -> Void
  ) throws {
    try read { database in
      stopWhenInterrupted(database)
      do {
        try view.forEachRow(
          ViewFilter(), order: .site, database
        ) { row in
          try checkInterruption()
          try body(row)
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
        throw CancellationError()
      }
    }
  }
}
