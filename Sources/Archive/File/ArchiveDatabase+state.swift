import GRDB

extension ArchiveDatabase {
  /// Runs the body in one read transaction: it does not see what a run publishes meanwhile. For readers.
  package func asOfNow<Value>(_ body: () throws -> Value) throws -> Value {
    try translatingErrors {
      try queue.inDatabase { database in
        try database.beginTransaction(.deferred)
        // SQLite fixes the state at the first read.
        try database.execute(sql: "SELECT count(*) FROM sqlite_master")
      }
    }
    // Nothing was written, so a failed rollback loses nothing.
    defer { try? queue.inDatabase { try $0.rollback() } }
    return try body()
  }
}
