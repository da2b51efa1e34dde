package import FoundationEssentials
import GRDB
import Roster

extension ArchiveDatabase {
  /// Begins a run and returns its row id. Runs that were killed get the outcome `killed`; their end
  /// stays unknown.
  package func beginRun(at date: Date) throws -> Int {
    try write { database in
      try database.execute(
        sql: "UPDATE run SET outcome = 'killed' WHERE finished_at IS NULL AND outcome IS NULL")
      try database.execute(
        sql: "INSERT INTO run (started_at) VALUES (?)", arguments: [date.unixSeconds])
      return Int(database.lastInsertedRowID)
    }
  }

  /// Ends a run.
  ///
  /// - Parameters:
  ///   - outcome: One word for the `runs` view.
  ///   - reason: Why it ended early or failed, in one word; nil where it did not.
  ///   - until: When the API allows requests again that it refused; nil where it refused none.
  ///   - requests: Requests sent, retries included.
  ///   - quotaRemaining: Requests that the API still allows, nil where it reported no quota.
  /// - Throws: `unknown` for an unknown run.
  package func finishRun(
    _ run: Int, at date: Date, outcome: String, reason: String? = nil, until: Date? = nil,
    requests: Int, retries: Int, quotaRemaining: Int?
  ) throws {
    try write { database in
      try database.execute(
        sql: """
          UPDATE run SET finished_at = ?, outcome = ?, reason = ?, until = ?, requests = ?,
            retries = ?, quota_remaining = ? WHERE id = ?
          """,
        arguments: [
          date.unixSeconds, outcome, reason, until?.unixSeconds, requests, retries,
          quotaRemaining, run,
        ])
      guard database.changesCount == 1 else { throw error(.unknown, "There is no run \(run).") }
    }
  }
}
