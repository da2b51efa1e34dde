import FoundationEssentials
import GRDB
import Glibc
import Synchronization

/// The archive: one SQLite file with every roster, its evidence and its history.
///
/// Every method is one transaction that keeps one invariant, and runs on the caller's thread. Times
/// are kept as whole unix seconds. Failures of SQLite and of the disk are thrown as ``ArchiveError``.
package final class ArchiveDatabase: Sendable {
  /// The archive's absolute path.
  package let path: String
  package let access: Access
  let queue: DatabaseQueue
  private let lock: Mutex<WriterLock?>
  private let isInterrupted = Atomic(false)
  /// The file that a writer opened.
  private let file: FileIdentity?

  init(path: String, access: Access, queue: DatabaseQueue, lock: WriterLock?) {
    self.path = path
    self.access = access
    self.queue = queue
    self.lock = Mutex(lock)
    file = access == .writing ? FileIdentity(at: path) : nil
  }

  deinit {
    try? close()
  }

  /// What an archive is opened for.
  package enum Access: Hashable, Sendable {
    /// Nothing is made or changed; any number of processes may read, also while one writes.
    case reading
    /// Makes what is missing, brings an older file up to date, and keeps other writers out.
    case writing
  }

  /// Closes the file and gives the writer's lock back. Closing twice is no failure.
  ///
  /// A writer leaves the file without a write-ahead log where nobody else has it open, so that it can
  /// be copied as one file and read in folders that nobody may write to. The log stays, and with it
  /// what is newest, where a writer was killed, and where somebody reads while the writer closes: such
  /// a reader finds its file as it was, and the next writer finds one that it need not wait for.
  ///
  /// - Throws: `unwritable` where the file that a writer wrote to is no longer at its path.
  package func close() throws(ArchiveError) {
    let wasOpen = lock.withLock { $0 != nil }
    defer { lock.withLock { $0 = nil } }
    let isThere = file == FileIdentity(at: path)
    do {
      if access == .writing { leaveWriteAheadLog() }
      try queue.close()
    } catch {
      throw ArchiveError(error, path: path)
    }
    if wasOpen, !isThere {
      throw error(
        .unwritable,
        "\(path) was moved, removed or replaced while it was written to: what was written is not there; "
          + "put the file back, or sync again.")
    }
  }

  /// A reader that has the file open keeps the log alive; the next writer tries again. Nothing is lost
  /// by that, so it is no failure.
  private func leaveWriteAheadLog() {
    try? queue.inDatabase { database in
      try database.setBusyTimeout(seconds: 0.2)
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      try database.setBusyTimeout(seconds: 0)
      try database.execute(sql: "PRAGMA journal_mode = DELETE")
    }
  }

  /// Brings into the file itself what stands in its write-ahead log, as far as no reader holds it back. For
  /// writers.
  package func checkpoint() throws {
    try translatingErrors {
      try queue.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
    }
  }

  /// The bytes of a write-ahead log that stands beside the file: what they hold is missing in a copy of
  /// the file alone. 0 where there is none.
  package var logSize: Int {
    var status = stat()
    return unsafe stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }

  /// Ends what is being published: it throws `CancellationError` and changes nothing, and so does
  /// whatever would be published after it. To be called on any thread: while a large roster is
  /// published, no task may be free to cancel another.
  package func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
  }

  /// - Throws: `CancellationError` after ``interrupt()``, and in a task that is cancelled.
  func checkInterruption() throws {
    if isInterrupted.load(ordering: .relaxed) { throw CancellationError() }
    try Task.checkCancellation()
  }

  /// Reads one state of the file. A writer is alone, so that nothing can change between its statements
  /// and a transaction would only cost time.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try translatingErrors {
      access == .writing ? try queue.unsafeRead(body) : try queue.read(body)
    }
  }

  /// Lets the body read one state of the file however often it asks: what a run publishes meanwhile
  /// is not seen. For readers.
  package func asOfNow<Value>(_ body: () throws -> Value) throws -> Value {
    try translatingErrors {
      try queue.inDatabase { database in
        try database.beginTransaction(.deferred)
        // The state is that of the first look.
        try database.execute(sql: "SELECT count(*) FROM sqlite_master")
      }
    }
    // Nothing was written, so there is nothing to lose.
    defer { try? queue.inDatabase { try $0.rollback() } }
    return try body()
  }

  /// Reads in one transaction that may make temporary tables.
  func readWithTemporaryTables<Value>(_ body: (Database) throws -> Value) throws -> Value {
    access == .reading ? try read(body) : try write(body)
  }

  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try translatingErrors { try queue.write(body) }
  }

  /// Gives room that is not needed any more back to the disk.
  func vacuum() throws {
    try translatingErrors { try queue.vacuum() }
  }

  private func translatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw ArchiveError(error, path: path)
    } catch let error as RowDecodingError {
      throw ArchiveError(error, path: path)
    }
  }

  func error(
    _ code: ArchiveError.Code, _ description: String, remedy: ArchiveError.Remedy? = nil
  ) -> ArchiveError {
    ArchiveError(code, path: path, description, remedy: remedy)
  }
}

extension Database {
  /// How long SQLite waits for others before it says that the file is busy.
  ///
  /// - Parameter seconds: 0 or more; more than a day is a day.
  func setBusyTimeout(seconds: TimeInterval) throws {
    let milliseconds = Int(min(max(seconds, 0), 86_400) * 1_000)
    try execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
  }
}
