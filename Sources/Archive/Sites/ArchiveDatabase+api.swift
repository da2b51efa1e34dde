import GRDB

/// What a run learned of an API, for the next run.
extension ArchiveDatabase {
  /// The filter of that name that was created for an API host, nil without one.
  package func preparation(for host: String, named name: String) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT value FROM filter WHERE host = ? AND name = ?",
        arguments: [host, name])
    }
  }

  /// Stores a filter; it replaces one of the same name for the same host.
  package func savePreparation(_ value: String, for host: String, named name: String) throws {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO filter (host, name, value) VALUES (?, ?, ?)",
        arguments: [host, name, value])
    }
  }

  /// Withdraws the filter of that name, so that the next run creates another.
  package func forgetPreparation(for host: String, named name: String) throws {
    try write { database in
      try database.execute(
        sql: "UPDATE OR REPLACE filter SET name = ? WHERE host = ? AND name = ?",
        arguments: [Self.withdrawn(name), host, name])
    }
  }

  /// Whether the archive has, or had, a filter of that name with another value, for any host.
  package func hasHadPreparation(otherThan value: String, named name: String) throws -> Bool {
    try read { database in
      try Bool.fetchOne(
        database,
        sql: "SELECT EXISTS (SELECT 1 FROM filter WHERE name IN (?, ?) AND value <> ?)",
        arguments: [name, Self.withdrawn(name), value]) ?? false
    }
  }

  /// The name under which a filter stays that the API no longer accepts.
  private static func withdrawn(_ name: String) -> String { "\(name) withdrawn" }

  /// The throttle's state under a key, nil without one.
  package func throttleState(for key: String) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT state FROM throttle WHERE key = ?", arguments: [key])
    }
  }

  /// Stores the throttle's state, so that the next run does not have to learn it again.
  ///
  /// - Parameter key: The API's host and a fingerprint, never the API key itself.
  package func saveThrottleState(_ json: String, for key: String) throws {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO throttle (key, state) VALUES (?, ?)", arguments: [key, json])
    }
  }
}
