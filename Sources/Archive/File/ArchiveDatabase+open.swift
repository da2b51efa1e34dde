import CSQLite
package import FoundationEssentials
import GRDB
import Glibc

extension ArchiveDatabase {
  /// Opens the archive at a path.
  ///
  /// - Parameters:
  ///   - path: The file. For writing, it and its folder are created where they are missing.
  ///   - access: A reader creates no file and changes nothing, with one exception: it migrates an
  ///     archive of an older version where that is possible. A writer keeps every other writer out
  ///     until ``close()``, or throws `inUse` at once; to wait, call again.
  ///   - patience: Seconds, 0 or more, that a writer waits for readers that began before there was
  ///     a write-ahead log. Then it throws `inUse`.
  /// - Throws: `notFound`, `notAnArchive` (the file is untouched), `newerVersion`, `olderVersion`,
  ///   `unreadable`, `inUse`, `unwritable`, `damaged`.
  package static func open(
    at path: String, for access: Access, patience: TimeInterval = ArchiveDatabase.usualPatience
  ) throws(ArchiveError) -> ArchiveDatabase {
    let path = RealPath.of(path)
    do {
      switch access {
      case .reading: return try openForReading(path)
      case .writing: return try openForWriting(path, patience)
      }
    } catch {
      var error = ArchiveError(error, path: path)
      if access == .reading, error.code == .unwritable { error.code = .unreadable }
      throw error
    }
  }

  /// Opens an archive for a short look: unlike ``open(at:for:patience:)`` it migrates nothing, and waits for nobody.
  ///
  /// - Throws: As that does, and `olderVersion` for an archive of an older format.
  package static func openForLooking(at path: String) throws(ArchiveError) -> ArchiveDatabase {
    let path = RealPath.of(path)
    do {
      let (queue, version) = try existing(path, patience: 0)
      guard version == Schema.version else {
        try queue.close()
        throw ArchiveError(.olderVersion, path: path, "\(path) has the older format \(version).")
      }
      return ArchiveDatabase(path: path, access: .reading, queue: queue, lock: nil)
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  /// Default seconds to wait for other processes that have the file open.
  package static let usualPatience: TimeInterval = 10

  private static func openForReading(_ path: String) throws -> ArchiveDatabase {
    let (queue, version) = try existing(path, patience: usualPatience)
    if version == Schema.version {
      return ArchiveDatabase(path: path, access: .reading, queue: queue, lock: nil)
    }
    try queue.close()
    let migration = try migrateForReaders(path, from: version)
    return ArchiveDatabase(
      path: path, access: .reading, queue: try readingQueue(path), lock: nil, migration: migration)
  }

  /// A connection that reads, and the format of the archive.
  private static func existing(
    _ path: String, patience: TimeInterval
  ) throws -> (DatabaseQueue, format: Int) {
    guard let size = try fileSize(path) else {
      throw ArchiveError(
        .notFound, path: path, "There is no archive at \(path).", remedy: .makeArchive)
    }
    if size == 0 { throw isEmpty(path) }
    let queue = try readingQueue(path, patience: patience)
    return (queue, try formatVersion(queue, path: path))
  }

  private static func migrateForReaders(_ path: String, from version: Int) throws -> Migration? {
    do {
      let writer = try openForWriting(path, usualPatience)
      try writer.close()
      return writer.migration
    } catch {
      let cause = ArchiveError(error, path: path)
      throw ArchiveError(
        .olderVersion, path: path,
        "\(path) has the older format \(version) and cannot be brought up to date here: "
          + cause.description, remedy: cause.remedy)
    }
  }

  private static func openForWriting(_ path: String, _ patience: TimeInterval) throws
    -> ArchiveDatabase
  {
    let lock = try lockForWriting(path)
    let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: false))
    // First the copy: where it fails, the file was not touched.
    let migration = try keepCopy(queue, path)
    try beginWriteAheadLog(queue, path, patience)
    try queue.write(Schema.migrate)
    return ArchiveDatabase(
      path: path, access: .writing, queue: queue, lock: lock, migration: migration)
  }

  /// Keeps a copy of an archive that is about to be migrated; nil for a new or current one.
  private static func keepCopy(_ queue: DatabaseQueue, _ path: String) throws -> Migration? {
    let format = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    guard (1..<Schema.version).contains(format) else { return nil }
    let copy = try MigrationCopy(queue: queue, path: path, format: format).make()
    return Migration(from: format, to: Schema.version, copy: copy)
  }

  /// Switches to a write-ahead log, so that others can read while this process writes. The switch
  /// needs the file free for a moment; a file that was left with a log needs no switch.
  ///
  /// - Throws: `inUse` where a process still reads after that many seconds.
  private static func beginWriteAheadLog(
    _ queue: DatabaseQueue, _ path: String, _ patience: TimeInterval
  ) throws {
    do {
      try queue.inDatabase { database in
        try database.setBusyTimeout(seconds: patience)
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        try database.setBusyTimeout(seconds: usualPatience)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw ArchiveError(
        .inUse, path: path,
        "\(path) is being used by another program.", remedy: .waitForOthers)
    }
  }

  /// Takes the lock of an archive, or of a file that is to become one. Creates nothing beside any
  /// other file; but where a lock exists, another run may be creating the archive at this moment.
  private static func lockForWriting(_ path: String) throws -> WriterLock {
    guard let size = try fileSize(path) else {
      try makeFolder(of: path)
      return try WriterLock.acquire(for: path)
    }
    try requireOneName(path)
    if size > 0, try fileSize(WriterLock.path(for: path)) == nil { try checkFormat(of: path) }
    let lock = try WriterLock.acquire(for: path)
    if try fileSize(path) ?? 0 > 0 { try checkFormat(of: path) }
    return lock
  }

  /// A file with several names (hard links) has a lock and a write-ahead log for each: two writers
  /// would not see each other and would damage it.
  private static func requireOneName(_ path: String) throws(ArchiveError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_nlink > 1 else { return }
    throw ArchiveError(
      .unwritable, path: path,
      "\(path) is one file with \(status.st_nlink) names (hard links), and writing to it under two of them "
        + "damages it; remove the others, or put a copy in its place "
        + "(`cp -p FILE FILE.copy && mv FILE.copy FILE`).")
  }

  private static func checkFormat(of path: String) throws {
    let queue = try readingQueue(path)
    _ = try formatVersionOfContent(queue, path: path)
    try queue.close()
  }

  private static func makeFolder(of path: String) throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    guard !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) else { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ArchiveError(
        .unwritable, path: path, "The folder \(folder) cannot be made; check its permissions.")
    }
  }

  /// The file's size in bytes, nil where there is none or the system cannot examine it.
  private static func fileSize(_ path: String) throws(ArchiveError) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw ArchiveError(.notAnArchive, path: path, "\(path) is a folder, not an archive.")
    }
    return Int(status.st_size)
  }

  /// The version of the archive's format; throws where the file is not an archive or is too new.
  static func formatVersion(_ queue: DatabaseQueue, path: String) throws -> Int {
    guard let version = try formatVersionOfContent(queue, path: path) else {
      throw isEmpty(path)
    }
    return version
  }

  private static func isEmpty(_ path: String) -> ArchiveError {
    ArchiveError(.notAnArchive, path: path, "\(path) is empty.", remedy: .fillFile)
  }

  /// As ``formatVersion(_:path:)``, and nil for a database without any content: a run that is
  /// killed, or finds the disk full, while it creates the archive leaves one.
  private static func formatVersionOfContent(_ queue: DatabaseQueue, path: String) throws -> Int? {
    let (application, version, entries) = try queue.read { database in
      (
        try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0,
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      )
    }
    if (application, version, entries) == (0, 0, 0) { return nil }
    guard application == Schema.applicationID else {
      throw ArchiveError(.notAnArchive, path: path, "\(path) is not a modexport archive.")
    }
    guard version >= 1 else {
      throw ArchiveError(
        .notAnArchive, path: path,
        "\(path) has format \(version), which no modexport writes: its header is "
          + "damaged.", remedy: .restore)
    }
    guard version <= Schema.version else {
      throw ArchiveError(
        .newerVersion, path: path,
        "\(path) has format \(version), and this modexport knows formats up to "
          + "\(Schema.version).", remedy: .newerProgram)
    }
    return version
  }

  /// A connection that cannot write.
  ///
  /// A file that was left with a write-ahead log needs a writable folder for that log's index.
  /// Where the folder is not writable, no other process can be writing, and the file is read
  /// as immutable.
  static func readingQueue(
    _ path: String, patience: TimeInterval = usualPatience
  ) throws -> DatabaseQueue {
    do {
      return try DatabaseQueue(
        path: path, configuration: configuration(readonly: true, patience: patience))
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
    {
      guard try fileSize(path + "-wal") ?? 0 == 0 else { throw error }
      return try immutableQueue(path)
    }
  }

  /// A connection to a file that nobody writes to, which creates nothing beside it.
  static func immutableQueue(_ path: String) throws -> DatabaseQueue {
    let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    return try DatabaseQueue(
      path: "file:\(escaped)?immutable=1", configuration: configuration(readonly: true))
  }

  /// Where a program used SQLite before it opened an archive, SQLite goes on counting, and is slower.
  private static let countsNoMemory: Void = {
    _ = modexport_count_no_memory()
  }()

  private static func configuration(
    readonly: Bool, patience: TimeInterval = usualPatience
  ) -> Configuration {
    _ = countsNoMemory
    var configuration = Configuration()
    configuration.readonly = readonly
    // A report reads for as long as it takes to write it: see ``ArchiveDatabase/asOfNow(_:)``.
    configuration.allowsUnsafeTransactions = readonly
    configuration.busyMode = .timeout(patience)
    if !readonly {
      configuration.prepareDatabase { database in
        // Zeroing deleted data costs as much as writing it. Many pages of the file are written again and again; the
        // log is copied into it only every 64 MB.
        try database.execute(
          sql: """
            PRAGMA secure_delete = OFF; PRAGMA cache_size = -8000;
            PRAGMA wal_autocheckpoint = 16384
            """)
      }
    }
    return configuration
  }
}
