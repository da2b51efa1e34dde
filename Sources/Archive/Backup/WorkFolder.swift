import Glibc

/// A folder beside a copy, in which it is made until it is whole.
///
/// Its name follows from the copy's name, so that the next backup finds and removes what a killed one
/// left. A kernel lock on it ends with the process, and keeps two backups to one file apart.
final class WorkFolder {
  private let path: String
  private let lock: CInt

  /// The path of the unfinished copy.
  var copy: String { path + "/copy.sqlite" }

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
    // In this order: whoever opens the folder in between notices that it is gone.
    unsafe rmdir(path)
    close(lock)
  }

  private func removeFiles() {
    for log in ["", "-journal", "-wal", "-shm"] { unsafe unlink(copy + log) }
  }

  /// Another backup may remove the folder while this one takes it: then it is created again.
  private static func claim(_ path: String, _ target: String) throws(ArchiveError) -> CInt {
    for _ in 0..<100 {
      if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw .copying(to: target) }
      let lock = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if lock < 0, errno == ENOENT { continue }
      do throws(ArchiveError) {
        if try isHeld(lock, path, target) { return lock }
      } catch {
        close(lock)
        throw error
      }
      close(lock)
    }
    throw inUse(target)
  }

  /// Takes the lock. Returns false where the folder was removed meanwhile.
  private static func isHeld(
    _ lock: CInt, _ path: String, _ target: String
  ) throws(ArchiveError) -> Bool {
    var (held, named) = (stat(), stat())
    // In a folder that all may write to, somebody else may have put a folder or a link there.
    guard lock >= 0, unsafe fstat(lock, &held) == 0, held.st_uid == geteuid() else {
      throw ArchiveError(
        .unwritable, path: target,
        "\(path), in which \(target) would be made, is not a folder of this user; remove it.")
    }
    if flock(lock, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { throw inUse(target) }
      throw .copying(to: target)
    }
    return unsafe lstat(path, &named) == 0 && held.st_ino == named.st_ino
      && held.st_dev == named.st_dev
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
