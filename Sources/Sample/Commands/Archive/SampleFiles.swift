import Glibc
import ModExportCommands

/// The files of an archive that is being made.
struct SampleFiles: Sendable {
  let path: String

  /// - Throws: `CommandFailure` (73) where there is anything at the path.
  func refuseExisting() throws(CommandFailure) {
    var status = stat()
    if unsafe lstat(path, &status) == 0 { throw exists }
  }

  /// Something is at the path.
  var exists: CommandFailure {
    CommandFailure(
      .cannotWrite, "'\(path)' exists already: name another file, or remove it first.")
  }

  /// Removes what was made.
  func remove() {
    for suffix in ["", "-wal", "-shm", "-journal", ".lock"] { unsafe unlink(path + suffix) }
  }
}
