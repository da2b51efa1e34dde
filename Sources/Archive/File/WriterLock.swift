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
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = unsafe open(lockPath, flags, 0o644)
    if descriptor < 0, errno == ELOOP { throw foreign(lockPath, path) }
    guard descriptor >= 0 else {
      throw ArchiveError(
        .unwritable, path: path,
        "\(lockPath) cannot be made; check that its folder exists and can be written to.")
    }
    var lock = wholeFile
    if unsafe fcntl(descriptor, setLock, &lock) == 0 {
      guard isLockFile(descriptor) else {
        close(descriptor)
        throw foreign(lockPath, path)
      }
      writeOwner(to: descriptor)
      return WriterLock(descriptor: descriptor)
    }
    let code = errno
    close(descriptor)
    guard [EAGAIN, EACCES].contains(code) else {
      throw ArchiveError(
        .unwritable, path: path,
        "\(lockPath) cannot be locked; keep the archive on a file system that has locks.")
    }
    throw ArchiveError(
      .inUse, path: path,
      "\(path) is being written to by another modexport; try again when it has finished.")
  }

  /// Whether a process holds the lock of this file. It is not taken for that, which would refuse a run that begins at that
  /// moment.
  static func isHeld(at path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var lock = wholeFile
    return unsafe fcntl(descriptor, getLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  /// `F_OFD_GETLK` and `F_OFD_SETLK` of Linux: a lock of the open file, which closing another descriptor does not end.
  private static let (getLock, setLock): (CInt, CInt) = (36, 37)

  private static var wholeFile: flock {
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    return lock
  }

  /// Whether the file has nothing in it but what this class writes: a file of somebody else's would be emptied.
  private static func isLockFile(_ descriptor: CInt) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size < 32
    else { return false }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    // A run that was killed as it wrote may have left a part.
    return bytes.prefix(max(count, 0)).allSatisfy { (0x30...0x39).contains($0) || $0 == 0x0A }
  }

  private static func foreign(_ lockPath: String, _ archive: String) -> ArchiveError {
    ArchiveError(
      .unwritable, path: archive,
      "\(lockPath) is not a lock file of modexport, which needs that name; move it away, or name another archive."
    )
  }

  /// Writes this process's id into the lock file, for `status`. A full disk does not refuse the lock.
  private static func writeOwner(to descriptor: CInt) {
    guard ftruncate(descriptor, 0) == 0 else { return }
    let owner = Array("\(getpid())\n".utf8)
    _ = unsafe owner.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }
}
