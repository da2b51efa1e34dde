import Glibc

/// A folder beside a copy, in which it is made until it is whole.
///
/// Its name follows from the copy's name, so that the next backup finds and removes what a killed one
/// left. A kernel lock on a file in it ends with the process, and keeps two backups to one file apart.
final class WorkFolder {
  private let path: String
  private let lock: CInt

  /// The path of the unfinished copy.
  var copy: String { Self.copy(in: path) }

  private static let lockName = "lock"
  private static let logs = ["", "-journal", "-wal", "-shm"]

  private static func copy(in folder: String) -> String { folder + "/copy.sqlite" }

  /// Creates the folder, or takes over what a killed backup left.
  ///
  /// - Parameter target: The absolute path that the copy is to have.
  /// - Throws: `inUse` where another process writes to that path; `unwritable`.
  init(beside target: String) throws(ArchiveError) {
    let parts = target.split(separator: "/")
    let folder = "/" + parts.dropLast().joined(separator: "/")
    path = "\(folder == "/" ? "" : folder)/.\(parts.last ?? "").modexport-backup"
    lock = try Self.claim(path, target)
    removeFiles()
  }

  deinit {
    removeFiles()
    // In this order: whoever opens the lock in between notices that it is gone.
    unsafe unlink("\(path)/\(Self.lockName)")
    unsafe rmdir(path)
    close(lock)
  }

  private func removeFiles() {
    for log in Self.logs { unsafe unlink(copy + log) }
  }

  /// Another backup may remove the folder while this one takes it: then it is created again.
  private static func claim(_ path: String, _ target: String) throws(ArchiveError) -> CInt {
    for _ in 0..<100 {
      if unsafe mkdir(path, 0o700) != 0 {
        if errno != EEXIST { throw .copying(to: target) }
        try requireOwnFolder(path, target)
      }
      let name = "\(path)/\(lockName)"
      let lock = unsafe open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if lock < 0 {
        if errno == ENOENT { continue }
        throw .copying(to: target)
      }
      if try isHeld(lock, at: name, target) { return lock }
      close(lock)
    }
    throw inUse(target)
  }

  /// Takes the lock. Returns false where the file was removed meanwhile.
  private static func isHeld(_ lock: CInt, at name: String, _ target: String) throws(ArchiveError)
    -> Bool
  {
    if flock(lock, LOCK_EX | LOCK_NB) != 0 {
      let reason = errno
      close(lock)
      if reason == EWOULDBLOCK { throw inUse(target) }
      throw .copying(to: target, unsafe String(cString: strerror(reason)))
    }
    var (held, named) = (stat(), stat())
    return unsafe fstat(lock, &held) == 0 && lstat(name, &named) == 0
      && held.st_ino == named.st_ino && held.st_dev == named.st_dev
  }

  /// In a folder that all may write to, somebody else may have put a folder or a link there.
  private static func requireOwnFolder(_ path: String, _ target: String) throws(ArchiveError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
      throw ArchiveError(
        .unwritable, path: target,
        "\(path), in which \(target) would be made, is not a folder of this user; remove it.")
    }
  }

  private static func inUse(_ target: String) -> ArchiveError {
    ArchiveError(
      .inUse, path: target,
      "\(target) is being written by another process; try again when it has finished.")
  }
}

extension ArchiveError {
  /// A system call on the way to a copy failed.
  static func copying(
    to target: String, _ reason: String = unsafe String(cString: strerror(errno))
  ) -> ArchiveError {
    ArchiveError(
      .unwritable, path: target,
      "\(target) cannot be written (\(reason)); check its folder and the room on its disk.")
  }
}
