import GRDB

/// Copies a database page by page, while other connections read it and write to it.
///
/// It uses SQLite's backup interface: the pages are copied as they are, and the copy can be stopped between two
/// steps. `VACUUM INTO` writes all tables and indexes again.
struct DatabaseCopier {
  let source: DatabaseQueue
  /// Called between steps; an error from it stops the copy.
  let check: () throws -> Void

  /// Four megabytes for pages of the usual size: some milliseconds under a lock.
  private static let pagesPerStep: CInt = 1_024

  /// Writes a file that has no log beside it. It is not synced to the disk.
  ///
  /// - Parameter path: Where there is no file yet. A failure leaves a part of one.
  /// - Throws: `DatabaseError`, and what ``check`` throws.
  func copy(to path: String) throws {
    let copy = try CopyTarget.unfinishedQueue(path)
    try copy.inDatabase { copy in
      try source.inDatabase { source in try copyPages(of: source, to: copy) }
    }
    try copy.close()
    try Self.removeLog(path)
  }

  /// Where the source has a write-ahead log, all steps read one state: that holds no writer up.
  /// Without a log it would, so the file is free between steps, and SQLite begins again where it
  /// was changed; that happens once, because from then on one state is read. In a transaction, its state is read.
  private func copyPages(of source: Database, to copy: Database) throws {
    let isHeld = source.isInsideTransaction
    if try !isHeld && String.fetchOne(source, sql: "PRAGMA journal_mode") == "wal" {
      try source.beginReading()
    }
    // Nothing was written, so a failed rollback loses nothing.
    defer { if !isHeld, source.isInsideTransaction { try? source.rollback() } }
    var remaining = Int.max
    try source.backup(to: copy, pagesPerStep: Self.pagesPerStep) { progress in
      try check()
      if progress.remainingPageCount > remaining, !source.isInsideTransaction {
        try source.beginReading()
      }
      remaining = progress.remainingPageCount
    }
    try check()
  }

  /// A copy of a file with a write-ahead log is marked to have one too, and could not be read in a
  /// folder without write permission.
  private static func removeLog(_ path: String) throws {
    let copy = try DatabaseQueue(path: path)
    try copy.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try copy.close()
  }
}
