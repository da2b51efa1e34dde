import Archive
import FoundationEssentials
import Glibc
import Tables

/// A file with one cursor of the journal, used by at most one process at a time.
///
/// The lock is a kernel lock on a file beside it, because the file itself is replaced whenever the cursor
/// moves. The lock file stays: removing it would let two processes lock two files of one name.
final class CursorFile: Sendable {
  /// Where a symbolic link leads, so that the link stays.
  let path: String
  private let lock: CInt

  /// The size of a cursor in bytes is far below this.
  private static let maximalSize = 1_024

  /// Takes the lock at once; the file need not exist.
  ///
  /// - Parameter archive: The path of the archive, whose own files are no cursor files.
  /// - Throws: `CommandFailure`: 75 where another process uses the file, 64 where it is not a regular
  ///   file or belongs to the archive, 73 where the lock cannot be created.
  init(at path: String, beside archive: String) throws(CommandFailure) {
    let path = System.realPath(path) ?? path
    self.path = path
    if ArchiveFiles.of(archive, contain: path) {
      throw CommandFailure(
        .usage, "The cursor file '\(path)' belongs to the archive: name another.")
    }
    if System.isRegularFile(path) == false {
      throw CommandFailure(.usage, "The cursor file '\(path)' is not a regular file: name another.")
    }
    lock = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard lock >= 0 else {
      throw CommandFailure(
        .cannotWrite,
        "'\(path).lock' cannot be made: check that its folder exists and can be written to.",
        cause: unsafe String(cString: strerror(errno)))
    }
    guard flock(lock, LOCK_EX | LOCK_NB) != 0 else { return }
    throw CommandFailure(
      .stoppedEarly,
      "The cursor file '\(path)' is used by another modexport: try again when it has finished.")
  }

  deinit {
    if lock >= 0 { close(lock) }
  }

  /// The cursor to begin after, with the mark of the archive. The file is written in any case, so that a folder
  /// without room or permission is noticed before anything is printed.
  ///
  /// - Parameter wanted: Counts only where the file does not exist yet; nil for the newest change.
  /// - Throws: `CommandFailure`: 64 where the cursor is not one of this archive, 73 where the file cannot
  ///   be written; `ArchiveError`.
  func begin(
    after wanted: String?, in archive: ArchiveDatabase, _ context: CommandContext
  ) throws -> String {
    let kept = try read()
    let start = try start(kept, wanted, in: archive)
    try write(start)
    if kept == nil {
      let hint = wanted == nil ? "; --after 0 begins with the oldest change" : ""
      context.note("The cursor file '\(path)' is new: it begins after \(start)\(hint).")
    }
    return start
  }

  private func start(
    _ kept: String?, _ wanted: String?, in archive: ArchiveDatabase
  ) throws -> String {
    guard let cursor = kept ?? wanted else { return try archive.newestChange() }
    do {
      return try archive.changes(ChangeFilter(limit: 0, after: cursor)).newer
    } catch let error as ArchiveError where kept != nil && error.code == .badCursor {
      throw CommandFailure(
        .usage,
        "The cursor file '\(path)' does not fit this archive: use the archive that it was made with, or "
          + "another file.", cause: error.description)
    }
  }

  /// The cursor; nil where there is no file.
  ///
  /// - Throws: `CommandFailure` (64) where the file cannot be read or has no text of one word.
  private func read() throws(CommandFailure) -> String? {
    var status = stat()
    if unsafe stat(path, &status) != 0, errno == ENOENT { return nil }
    do throws(TextFile.Failure) {
      let words = try TextFile.text(of: path, atMost: Self.maximalSize)
        .split(whereSeparator: \.isWhitespace)
      if words.count == 1 { return String(words[0]) }
    } catch {
      if case .unreadable = error {
        throw CommandFailure(
          .usage, "The cursor file '\(path)' cannot be read: check its permissions.",
          cause: unsafe String(cString: strerror(errno)))
      }
    }
    throw CommandFailure(
      .usage,
      "The file '\(path)' contains no cursor: name another, or remove it to begin with the changes from "
        + "now on.")
  }

  /// Replaces the file in one step, after the new one is on disk.
  ///
  /// - Throws: `CommandFailure` (73); the file then keeps the cursor that it had.
  func write(_ cursor: String) throws(CommandFailure) {
    do {
      try AtomicFile.write(Array("\(cursor)\n".utf8), to: path)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "The cursor file '\(path)' cannot be written: make room on its disk, or check the permissions of "
          + "its folder.", cause: error.detail)
    }
  }
}
