import GRDB

extension ArchiveDatabase {
  /// Runs the body in one read transaction: it does not see what a run publishes meanwhile. For readers.
  package func asOfNow<Value>(_ body: () throws -> Value) throws -> Value {
    try translatingErrors { try queue.inDatabase { try $0.beginReading() } }
    // Nothing was written, so a failed rollback loses nothing.
    defer { try? queue.inDatabase { try $0.rollback() } }
    return try body()
  }
}

extension Database {
  /// Begins a transaction and fixes the state that it reads, which SQLite does at the first read.
  func beginReading() throws {
    try beginTransaction(.deferred)
    try execute(sql: "SELECT count(*) FROM sqlite_master")
  }
}
