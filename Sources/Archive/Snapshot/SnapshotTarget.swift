import GRDB
import Glibc
import Roster

/// The file that a snapshot becomes, and what it may replace: an older snapshot to which nobody has added anything.
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
    if status.st_size == 0 { return }
    guard let held = try? objects(), let own = try? Self.objects(of: Self.empty()) else {
      throw refusal(
        "is not replaced: it is not such an export; choose another file, or move it away.")
    }
    if let foreign = held.first(where: { !own.contains($0) }) {
      throw refusal(
        "is not replaced: it contains the \(foreign), which is not part of such an export; choose another file, "
          + "or move it away.")
    }
  }

  /// What the file consists of; nil where it is no snapshot.
  private func objects() throws -> [String]? {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let id = try queue.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
    return id == Self.applicationID ? try Self.objects(of: queue) : nil
  }

  /// A snapshot without rows, in memory.
  private static func empty() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { database in
      for table in View.ofSnapshots.map(SnapshotTable.init) {
        try database.execute(each: [table.creation] + table.completion)
      }
    }
    return queue
  }

  /// The tables, indexes, views and triggers, such as `table moderators`, without those that SQLite makes by itself.
  private static func objects(of queue: DatabaseQueue) throws -> [String] {
    try queue.read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT type || ' ' || name FROM sqlite_master WHERE name NOT GLOB 'sqlite_*' ORDER BY name
          """)
    }
  }

  private func refusal(_ predicate: String) -> ArchiveError {
    ArchiveError(.unwritable, path: path, "\(path) \(predicate)")
  }
}
