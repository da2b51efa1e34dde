import GRDB

/// What was learned of an API, for the next run.
extension ArchiveDatabase {
  /// The filter of that name made for an API host, nil where none was made.
  package func preparation(for host: String, named name: String) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT value FROM filter WHERE host = ? AND name = ?",
        arguments: [host, name])
    }
  }

  /// Keeps a filter for good; another one of the same name for the same host takes its place.
  package func savePreparation(_ value: String, for host: String, named name: String) throws {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO filter (host, name, value) VALUES (?, ?, ?)",
        arguments: [host, name, value])
    }
  }

  /// Forgets the filter of that name, so that the next run makes another.
  package func forgetPreparation(for host: String, named name: String) throws {
    try write { database in
      try database.execute(
        sql: "DELETE FROM filter WHERE host = ? AND name = ?", arguments: [host, name])
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
