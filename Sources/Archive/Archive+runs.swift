package import FoundationEssentials
import GRDB
import Roster

extension Archive {
  /// Begins a run and returns its number. Runs that a kill left open get the outcome `killed`; when
  /// they ended is not known and stays so.
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
  ///   - requests: Requests sent, retries included.
  ///   - quotaRemaining: Requests that the API still allows, nil where it did not say.
  /// - Throws: `unknown` where there is no such run.
  package func finishRun(
    _ run: Int, at date: Date, outcome: String, requests: Int, retries: Int, quotaRemaining: Int?
  ) throws {
    try write { database in
      try database.execute(
        sql: """
          UPDATE run SET finished_at = ?, outcome = ?, requests = ?, retries = ?,
            quota_remaining = ? WHERE id = ?
          """,
        arguments: [date.unixSeconds, outcome, requests, retries, quotaRemaining, run])
      guard database.changesCount == 1 else { throw error(.unknown, "There is no run \(run).") }
    }
  }

  /// The filter of that name made for an API host, nil where none was made.
  package func filter(for host: String, named name: String) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT value FROM filter WHERE host = ? AND name = ?",
        arguments: [host, name])
    }
  }

  /// Keeps a filter for good; another one of the same name for the same host takes its place.
  package func saveFilter(_ value: String, for host: String, named name: String) throws {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO filter (host, name, value) VALUES (?, ?, ?)",
        arguments: [host, name, value])
    }
  }

  /// What the throttle kept under a key, nil where it kept nothing.
  package func throttleState(for key: String) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT state FROM throttle WHERE key = ?", arguments: [key])
    }
  }

  /// Keeps the throttle's state, so that the next run need not ask again what this one learned.
  ///
  /// - Parameter key: The API's host and a fingerprint, never the API key itself.
  package func saveThrottleState(_ json: String, for key: String) throws {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO throttle (key, state) VALUES (?, ?)", arguments: [key, json])
    }
  }
}
