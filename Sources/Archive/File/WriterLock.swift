import Glibc

/// The right to write to one archive, held by at most one process at a time.
///
/// It is a kernel lock on a file beside the archive, so that it ends with the process, however that
/// ends. The archive's own file is not used as the lock: closing any descriptor of that file would
/// drop the locks that SQLite has on it. The lock file stays when the lock ends: removing it would
/// let two processes lock two files of one name. While the lock is held, the file contains the id of
/// the process that holds it; a process that was killed leaves its id there.
final class WriterLock: Sendable {
  private let descriptor: CInt

  private init(descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit {
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }

  /// The path of an archive's lock file.
  static func path(for archive: String) -> String { archive + ".lock" }

  /// Takes the lock of an archive at once. To wait for it, call again.
  ///
  /// - Parameter path: The archive's path; the lock file is created beside it.
  /// - Throws: `inUse` where another process has it; `unwritable` where the lock cannot be created.
  static func acquire(for path: String) throws(ArchiveError) -> WriterLock {
    let lockPath = Self.path(for: path)
    let descriptor = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw ArchiveError(
        .unwritable, path: path,
        "\(lockPath) cannot be made; check that its folder exists and can be written to.")
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      writeOwner(to: descriptor)
      return WriterLock(descriptor: descriptor)
    }
    let code = errno
    close(descriptor)
    guard code == EAGAIN else {
      throw ArchiveError(
        .unwritable, path: path,
        "\(lockPath) cannot be locked; keep the archive on a file system that has locks.")
    }
    throw ArchiveError(
      .inUse, path: path,
      "\(path) is being written to by another modexport; try again when it has finished.")
  }

  /// Writes this process's id into the lock file, for `status`. A full disk does not refuse the lock.
  private static func writeOwner(to descriptor: CInt) {
    guard ftruncate(descriptor, 0) == 0 else { return }
    let owner = Array("\(getpid())\n".utf8)
    _ = unsafe owner.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }
}
