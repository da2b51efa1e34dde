import GRDB
import Glibc

/// The file that a snapshot becomes, and what it may replace: an older snapshot.
struct SnapshotTarget {
  /// The canonical path: where the user names a link, the file that it leads to is replaced.
  let path: String
  /// The path of the archive.
  let archive: String

  /// "MODS": no archive.
  static let applicationID = 0x4D4F_4453

  /// - Throws: `unwritable` where a snapshot must not be put here, with what stands there.
  func check() throws(ArchiveError) {
    if ArchiveFiles.of(archive, contain: path) {
      throw refusal("is the archive itself or belongs to it; choose another file.")
    }
    if CopyTarget.hasLog(path) {
      throw refusal(
        "has a -wal or -journal file beside it, which SQLite would apply to the new file; choose another "
          + "file.")
    }
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw refusal("is not a file; choose another one.")
    }
    guard status.st_size == 0 || isSnapshot else {
      throw refusal(
        "is not replaced: it is not such an export; choose another file, or move it away.")
    }
  }

  private var isSnapshot: Bool {
    var configuration = Configuration()
    configuration.readonly = true
    let id = try? DatabaseQueue(path: path, configuration: configuration).read {
      try Int.fetchOne($0, sql: "PRAGMA application_id")
    }
    return id == Self.applicationID
  }

  private func refusal(_ predicate: String) -> ArchiveError {
    ArchiveError(.unwritable, path: path, "\(path) \(predicate)")
  }
}
