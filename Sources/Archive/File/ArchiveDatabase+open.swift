package import FoundationEssentials
import GRDB
import GRDBSQLite
import Glibc

extension ArchiveDatabase {
  /// Opens the archive at a path.
  ///
  /// - Parameters:
  ///   - path: The file. For writing, it and its folder are created where they are missing.
  ///   - access: A reader creates no file and changes nothing. A writer keeps every other writer out
  ///     until ``close()``, or throws `inUse` at once; to wait, call again.
  ///   - busyTimeout: Seconds, 0 or more, that a reader waits for a writer, and a writer for readers that began before
  ///     there was a write-ahead log. Then they throw `inUse`.
  ///   - toVerify: Whether a file is opened whose tables, views or triggers are not the program's own. Whoever does
  ///     verifies it before anything else is read: a view of such a file may tell anything, without end.
  /// - Throws: `notFound`, `notAnArchive` (the file is untouched), `otherFormat`, `foreignSchema`,
  ///   `unreadable`, `inUse`, `unwritable`, `damaged`.
  package static func open(
    at path: String, for access: Access,
    busyTimeout: TimeInterval = ArchiveDatabase.usualBusyTimeout,
    toVerify: Bool = false
  ) throws(ArchiveError) -> ArchiveDatabase {
    let path = try RealPath.of(path)
    do {
      switch access {
      case .reading:
        let queue = try existing(path, busyTimeout, toVerify: toVerify)
        return ArchiveDatabase(path: path, access: .reading, queue: queue, lock: nil)
      case .writing: return try openForWriting(path, busyTimeout, toVerify: toVerify)
      }
    } catch {
      var error = ArchiveError(error, path: path)
      if access == .reading, error.code == .unwritable { error.code = .unreadable }
      throw error
    }
  }

  /// Default seconds to wait for other processes that have the file open.
  package static let usualBusyTimeout: TimeInterval = 10

  /// A connection that reads an archive of the program's format.
  private static func existing(
    _ path: String, _ busyTimeout: TimeInterval, toVerify: Bool
  ) throws -> DatabaseQueue {
    guard let size = try fileSize(path) else {
      throw ArchiveError(
        .notFound, path: path, "There is no archive at \(path).", remedy: .makeArchive)
    }
    if size == 0 { throw isEmpty(path) }
    let queue = try readingQueue(path, busyTimeout: busyTimeout)
    try requireContent(queue, path: path)
    if !toVerify { try requireOwnSchema(queue, path: path) }
    return queue
  }

  private static func openForWriting(
    _ path: String, _ busyTimeout: TimeInterval, toVerify: Bool
  ) throws -> ArchiveDatabase {
    let lock = try lockForWriting(path, toVerify: toVerify)
    let queue = try DatabaseQueue(path: path, configuration: configuration(readonly: false))
    try beginWriteAheadLog(queue, path, busyTimeout)
    try queue.write { database in
      try Schema.make(database)
      if !toVerify { try SearchIndex.foldAgain(database) }
    }
    return ArchiveDatabase(path: path, access: .writing, queue: queue, lock: lock)
  }

  /// Switches to a write-ahead log, so that others can read while this process writes. The switch
  /// needs the file free for a moment; a file that was left with a log needs no switch.
  ///
  /// - Throws: `inUse` where a process still reads after that many seconds.
  private static func beginWriteAheadLog(
    _ queue: DatabaseQueue, _ path: String, _ busyTimeout: TimeInterval
  ) throws {
    do {
      try queue.inDatabase { database in
        try database.setBusyTimeout(seconds: busyTimeout)
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        try database.setBusyTimeout(seconds: usualBusyTimeout)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      throw ArchiveError(
        .inUse, path: path,
        "\(path) is being used by another program.", remedy: .waitForOthers)
    }
  }

  /// Takes the lock of an archive, or of a file that is to become one. Creates nothing beside any
  /// other file; but where a lock exists, another run may be creating the archive at this moment.
  private static func lockForWriting(_ path: String, toVerify: Bool) throws -> WriterLock {
    guard let size = try fileSize(path) else {
      try makeFolder(of: path)
      return try WriterLock.acquire(for: path)
    }
    try requireOneName(path)
    if size > 0, try fileSize(WriterLock.path(for: path)) == nil {
      try checkFormat(of: path, toVerify: toVerify)
    }
    let lock = try WriterLock.acquire(for: path)
    if try fileSize(path) ?? 0 > 0 { try checkFormat(of: path, toVerify: toVerify) }
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

  private static func checkFormat(of path: String, toVerify: Bool) throws {
    let queue = try readingQueue(path)
    let hasContent = try hasContent(queue, path: path)
    if hasContent, !toVerify { try requireOwnSchema(queue, path: path) }
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

  /// - Throws: `notAnArchive`, `otherFormat`.
  static func requireContent(_ queue: DatabaseQueue, path: String) throws {
    guard try hasContent(queue, path: path) else { throw isEmpty(path) }
  }

  /// - Throws: `foreignSchema` where the file has other tables, views, indexes or triggers than the program makes.
  static func requireOwnSchema(_ queue: DatabaseQueue, path: String) throws {
    let differences = try queue.read(SchemaDifference.all).filter {
      ![.lostSearch, .extra].contains($0.kind)
    }
    // What cannot be made again is said first: SQLite changes a view when a table that it reads is renamed.
    guard let first = differences.first(where: { $0.kind != .derived }) ?? differences.first else {
      return
    }
    let others = differences.count > 1 ? " There is more of that kind." : ""
    throw ArchiveError(
      .foreignSchema, path: path,
      "\(path) is not read, since its answers may be anything: \(first.description)\(others)",
      remedy: differences.allSatisfy { $0.kind == .derived } ? .rebuildIndex : .verifyAndRestore)
  }

  private static func isEmpty(_ path: String) -> ArchiveError {
    ArchiveError(.notAnArchive, path: path, "\(path) is empty.", remedy: .fillFile)
  }

  /// Whether the file is an archive; false for a database without any content: a run that is
  /// killed, or finds the disk full, while it creates the archive leaves one.
  ///
  /// - Throws: `notAnArchive`, `otherFormat`.
  private static func hasContent(_ queue: DatabaseQueue, path: String) throws -> Bool {
    let (application, version, entries, pages) = try queue.read { database in
      (
        try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0,
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0,
        try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      )
    }
    // SQLite takes a file of one byte for a database without a page.
    if (application, version, entries) == (0, 0, 0), pages > 0 { return false }
    guard application == Schema.applicationID else {
      throw ArchiveError(.notAnArchive, path: path, "\(path) is not a modexport archive.")
    }
    guard version >= 1 else {
      throw ArchiveError(
        .notAnArchive, path: path,
        "\(path) has format \(version), which no modexport writes: its header is "
          + "damaged.", remedy: .restore)
    }
    guard version == Schema.version else {
      throw ArchiveError(
        .otherFormat, path: path,
        "\(path) has format \(version), and this modexport reads only format \(Schema.version).",
        remedy: .otherProgram)
    }
    return true
  }

  /// A connection that cannot write.
  ///
  /// The first reader of a file that keeps a write-ahead log makes the log's index anew beside it. Where the disk is full,
  /// files must not grow or the folder is not writable, the index is made in memory; without the files of a log, nobody
  /// else can be writing in such a folder, and the file is read as immutable.
  static func readingQueue(
    _ path: String, busyTimeout: TimeInterval = usualBusyTimeout
  ) throws -> DatabaseQueue {
    let configuration = configuration(readonly: true, busyTimeout: busyTimeout)
    // https://www.sqlite.org/wal.html, "Read-Only Databases".
    for place in [path, address(of: path, "readonly_shm=1")] {
      do {
        return try DatabaseQueue(path: place, configuration: configuration)
      } catch let error as DatabaseError where error.isOfFolder {
        continue
      }
    }
    guard try fileSize(path + "-wal") ?? 0 == 0 else {
      throw ArchiveError(
        .unreadable, path: path,
        "\(path) cannot be read, since \(path)-wal has what a run that did not end published, and files beside the archive "
          + "cannot be made; run a command as somebody who may write to its folder, or make room on the disk."
      )
    }
    return try immutableQueue(path)
  }

  /// A connection to a file that nobody writes to, which creates nothing beside it.
  static func immutableQueue(_ path: String) throws -> DatabaseQueue {
    try DatabaseQueue(
      path: address(of: path, "immutable=1"), configuration: configuration(readonly: true))
  }

  private static func address(of path: String, _ parameter: String) -> String {
    let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    return "file:\(escaped)?\(parameter)"
  }

  /// SQLite's own bound is 1 GB, which a short command must not need.
  private static let mostBytesOfValue: CInt = 64 << 20

  private static func configuration(
    readonly: Bool, busyTimeout: TimeInterval = usualBusyTimeout
  ) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readonly
    // A report reads for as long as it takes to write it: see ``ArchiveDatabase/asOfNow(_:)``.
    configuration.allowsUnsafeTransactions = readonly
    configuration.busyMode = .timeout(busyTimeout)
    configuration.prepareDatabase { database in
      // The largest value that the program writes is a page of a roster; a file of somebody else's may have more.
      unsafe sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, mostBytesOfValue)
      if readonly {
        // GRDB's authorizer notes each column that a statement reads, for observers, which an archive does not have. That takes a
        // seventh of the time of a short command.
        unsafe sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
      } else {
        // Zeroing deleted data costs as much as writing it. Many pages of the file are written again and again; the
        // log is copied into it only every 64 MB.
        try database.execute(
          sql: """
            PRAGMA secure_delete = OFF; PRAGMA cache_size = -8000;
            PRAGMA wal_autocheckpoint = 16384
            """)
        // Who may read the file but not write to its folder could not open it without the files of its log.
        var isKept: CInt = 1
        unsafe sqlite3_file_control(
          database.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
      }
    }
    return configuration
  }
}

extension DatabaseError {
  /// Whether files beside the archive cannot be made or grow.
  fileprivate var isOfFolder: Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL].contains(resultCode)
      || [.SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE].contains(extendedResultCode)
  }
}
