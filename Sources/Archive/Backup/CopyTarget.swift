import GRDB
import Glibc
import Tables

/// The file that a copy or an export of an archive becomes, and what it may replace.
struct CopyTarget {
  /// The canonical path: where the user names a link, the file that it leads to is replaced.
  let path: String
  /// The path of the archive.
  let archive: String
  /// Throws where a file with content must not be replaced.
  let checkExisting: (CopyTarget) throws(ArchiveError) -> Void

  /// - Throws: `unusablePath`.
  init(
    _ place: String, of archive: String,
    checkExisting: @escaping (CopyTarget) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    path = try RealPath.of(place)
    self.archive = archive
    self.checkExisting = checkExisting
  }

  /// Makes the file beside its place, brings it to the disk, and puts it there in one step.
  ///
  /// - Parameters:
  ///   - fill: Writes the file with this path.
  ///   - mayPut: Whether what was written is put into place; it is read from the disk.
  /// - Returns: The size of the file in bytes.
  /// - Throws: `unwritable` where it must not be put here, or cannot; `inUse` where another process writes to that
  ///   place; and what the two throw.
  func make(
    _ fill: (String) throws -> Void, mayPut: (String) throws -> Bool = { _ in true }
  ) throws -> Int {
    try check()
    let work = try WorkFolder(beside: path)
    // Its end removes the unfinished file: not before this method returns.
    defer { withExtendedLifetime(work) {} }
    do {
      try fill(work.copy)
    } catch let error as DatabaseError {
      throw ArchiveError(copying: error, from: archive, to: path)
    }
    let size = try sync(work.copy)
    guard try mayPut(work.copy) else { return size }
    try check()
    do throws(FolderError) {
      try AtomicFile.put(work.copy, at: path)
    } catch {
      throw ArchiveError.copying(to: path, error.detail)
    }
    return size
  }

  /// A connection to a file that is being made.
  static func unfinishedQueue(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      // A part of a file is worth nothing, and a whole one is synced at the end.
      try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private func check() throws(ArchiveError) {
    if ArchiveFiles.of(archive, contain: path) {
      throw refusal("is the archive itself or belongs to it; choose another file.")
    }
    if let log = Self.logs.first(where: path.hasSuffix) {
      throw refusal(
        "has a name that SQLite gives its own files; choose one that does not end with \(log).")
    }
    var status = stat()
    let exists = unsafe lstat(path, &status) == 0
    if !exists {
      try requireFolder()
    } else if status.st_mode & S_IFMT != S_IFREG {
      throw refusal("is not a file; choose another one.")
    }
    if Self.hasLog(path) {
      throw refusal(
        "has a -wal or -journal file beside it, which SQLite would apply to the new file; remove both "
          + "files if nobody uses them, or choose another file.")
    }
    if exists, status.st_size > 0 { try checkExisting(self) }
  }

  /// The endings of the files that SQLite keeps beside one.
  private static let logs = ["-wal", "-journal", "-shm"]

  /// Whether there is data beside a file that SQLite applies to it.
  static func hasLog(_ path: String) -> Bool {
    logs.dropLast().contains { log in
      var status = stat()
      return unsafe stat(path + log, &status) == 0 && status.st_size > 0
    }
  }

  private func requireFolder() throws(ArchiveError) {
    let folder = "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    var status = stat()
    guard unsafe stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else { return }
    throw ArchiveError(
      .unwritable, path: path,
      "There is no folder \(folder) for a copy; create it, or mount the disk that it is on.")
  }

  /// What a file here must not become.
  func refusal(_ predicate: String, remedy: ArchiveError.Remedy? = nil) -> ArchiveError {
    ArchiveError(.unwritable, path: path, "\(path) \(predicate)", remedy: remedy)
  }

  /// Gives a closed file the permissions of the archive, writes it to the disk, and removes it from
  /// the memory of the system, so that it is read from the disk when it is verified. Returns its size in bytes.
  private func sync(_ copy: String) throws(ArchiveError) -> Int {
    var status = stat()
    let mode = unsafe stat(archive, &status) == 0 ? status.st_mode & 0o777 : 0o600
    let file = unsafe open(copy, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw .copying(to: path) }
    defer { close(file) }
    // This user just created the file: such an error means that the disk keeps no permissions.
    let isKept = fchmod(file, mode) == 0 || [EPERM, EINVAL, ENOTSUP].contains(errno)
    guard isKept, fsync(file) == 0, unsafe fstat(file, &status) == 0 else {
      throw .copying(to: path)
    }
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED)
    return Int(status.st_size)
  }
}
