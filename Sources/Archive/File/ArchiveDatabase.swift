import FoundationEssentials
import GRDB
import GRDBSQLite
import Glibc
import Synchronization

/// The archive: one SQLite file with every roster, its evidence and its history.
///
/// Every method is one transaction that keeps one invariant, and runs on the caller's thread. Times
/// are stored as whole unix seconds. Failures of SQLite and of the disk are thrown as
/// ``ArchiveError``.
package final class ArchiveDatabase: Sendable {
  /// The archive's absolute path.
  package let path: String
  package let access: Access
  let queue: DatabaseQueue
  private let lock: Mutex<WriterLock?>
  private let isInterrupted = Atomic(false)
  /// The identity of the file that was opened.
  let file: FileIdentity?

  init(path: String, access: Access, queue: DatabaseQueue, lock: WriterLock?) {
    self.path = path
    self.access = access
    self.queue = queue
    self.lock = Mutex(lock)
    file = FileIdentity(at: path)
  }

  deinit {
    try? close()
  }

  /// The format of the archives that this program reads and writes.
  package static var format: Int { Schema.version }

  /// The version of SQLite that runs, such as `3.40.1`.
  package static var sqliteVersion: String { unsafe String(cString: sqlite3_libversion()) }

  /// What an archive is opened for.
  package enum Access: Hashable, Sendable {
    /// Nothing is created or changed. Any number of processes may read, also while one writes.
    case reading
    /// Creates what is missing, and keeps other writers out.
    case writing
  }

  /// Closes the file and releases the writer's lock. Closing twice is not a failure.
  ///
  /// A writer empties the write-ahead log, so that the file can be copied alone. The log, with the newest data in it, stays
  /// where a writer was killed or where another process reads while the writer closes.
  ///
  /// - Throws: `unwritable` where the file that a writer wrote to is no longer at its path.
  package func close() throws(ArchiveError) {
    let wasOpen = lock.withLock { $0 != nil }
    defer { lock.withLock { $0 = nil } }
    let isThere = file == FileIdentity(at: path)
    do {
      if access == .writing { emptyWriteAheadLog(isThere: wasOpen && isThere) }
      try queue.close()
    } catch {
      throw ArchiveError(error, path: path)
    }
    if wasOpen, !isThere {
      throw error(
        .unwritable,
        "\(path) was moved, removed or replaced during the run: what the run wrote is lost; "
          + "put the file back, or sync again.")
    }
  }

  /// Copies the write-ahead log into the file and empties it, unless a reader needs it. The file keeps its log: to leave
  /// it and to begin another needs the file free of readers, so that one who reads for an hour would stop the next run.
  ///
  /// - Parameter isThere: Whether the file is the one at the path, so that what withheld people left in it is erased, too.
  private func emptyWriteAheadLog(isThere: Bool) {
    try? queue.inDatabase { try $0.setBusyTimeout(seconds: 0.2) }
    if isThere { _ = try? eraseWithheld() }
    _ = try? emptyLog()
  }

  /// Copies the contents of the write-ahead log into the file itself, as far as readers allow. For
  /// writers.
  package func checkpoint() throws {
    try translatingErrors {
      try queue.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
    }
  }

  /// The size in bytes of the write-ahead log beside the file, 0 without a log. A copy of the file
  /// alone lacks the data in it.
  package var logSize: Int { ArchiveFiles.size(of: path + "-wal") }

  /// Stops the current publication, verification, backup or query: it throws `CancellationError` and
  /// changes nothing, and so does every later one. May be called on any thread: while a large roster is published, there may be
  /// no free thread on which a task could cancel another.
  package func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
  }

  /// Whether ``interrupt()`` was called.
  var isStopped: Bool { isInterrupted.load(ordering: .relaxed) }

  /// - Throws: `CancellationError` after ``interrupt()``, and in a task that is cancelled.
  package func checkInterruption() throws {
    if isStopped { throw CancellationError() }
    try Task.checkCancellation()
  }

  /// Reads one state of the file. A writer has the file to itself: nothing can change between its
  /// statements, and a transaction would only cost time.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try translatingErrors {
      access == .writing ? try queue.unsafeRead(body) : try queue.read(body)
    }
  }

  /// Reads in one transaction that may create temporary tables.
  func readWithTemporaryTables<Value>(_ body: (Database) throws -> Value) throws -> Value {
    access == .reading ? try read(body) : try write(body)
  }

  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try translatingErrors { try queue.write(body) }
  }

  /// Returns unused space in the file to the disk.
  func vacuum() throws {
    try translatingErrors { try queue.vacuum() }
  }

  func translatingErrors<Value>(_ body: () throws -> Value) throws -> Value {
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
  /// How long SQLite waits for other connections before it reports that the file is busy.
  ///
  /// - Parameter seconds: 0 or more; values above a day count as a day.
  func setBusyTimeout(seconds: TimeInterval) throws {
    let milliseconds = Int(min(max(seconds, 0), 86_400) * 1_000)
    try execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
  }
}
