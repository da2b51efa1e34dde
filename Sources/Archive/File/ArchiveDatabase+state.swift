import GRDB

extension ArchiveDatabase {
  /// Lets the body read one state of the file in any number of reads: it does not see what a run
  /// publishes meanwhile. For readers.
  package func asOfNow<Value>(_ body: () throws -> Value) throws -> Value {
    try beginState()
    defer { endState() }
    return try body()
  }

  /// As ``asOfNow(_:)``, for two threads: each reads with a connection of its own.
  ///
  /// - Parameter body: Gets a second reader that sees the same state; nil where a run went on publishing at each
  ///   attempt to find one.
  package func asOfNow<Value>(withSecondReader body: (ArchiveDatabase?) throws -> Value) throws
    -> Value
  {
    // What the file consists of was compared when this one was opened.
    let second = try Self.open(at: path, for: .reading, toVerify: true)
    defer { try? second.close() }
    // Another file may have come to the path.
    guard second.file == file else { return try asOfNow { try body(nil) } }
    for _ in 0..<Self.attemptsAtOneState {
      let version = try second.dataVersion()
      try beginState()
      defer { endState() }
      try second.beginState()
      defer { second.endState() }
      // What the second one saw before this one began is what it sees now, so nothing came in between.
      if try second.dataVersion() == version { return try body(second) }
    }
    return try asOfNow { try body(nil) }
  }

  /// A run publishes a few rosters a second, and an attempt takes less than a millisecond.
  private static let attemptsAtOneState = 20

  private func beginState() throws {
    try translatingErrors {
      try queue.inDatabase { database in
        try database.beginTransaction(.deferred)
        // SQLite fixes the state at the first read.
        try database.execute(sql: "SELECT count(*) FROM sqlite_master")
      }
    }
  }

  /// Nothing was written, so a failed rollback loses nothing.
  private func endState() {
    try? queue.inDatabase { try $0.rollback() }
  }

  /// A number that changes when another connection has written; it says nothing about those of this one.
  private func dataVersion() throws -> Int {
    try translatingErrors {
      try queue.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }
  }
}
