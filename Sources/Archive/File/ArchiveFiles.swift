package import FoundationEssentials
import Glibc

/// The archive's files as they are now, for `status`.
package struct ArchiveFiles: Hashable, Sendable {
  /// Bytes of the archive's file.
  package var size: Int
  /// Bytes of the write-ahead log beside it, 0 without a log.
  package var logSize: Int
  /// Bytes that an unprivileged process can still write to the archive's file system; nil where the
  /// system does not say.
  package var freeBytes: Int?
  /// The process that took the lock last and did not release it; nil where it was released.
  package var writer: ArchiveWriter?
}

extension ArchiveFiles {
  /// The files of the archive at a path. Takes no lock, so no run is disturbed.
  package init(of path: String) {
    self.init(
      size: Self.size(of: path), logSize: Self.size(of: path + "-wal"),
      freeBytes: Self.freeBytes(beside: path),
      writer: ArchiveWriter(ofLock: WriterLock.path(for: path)))
  }

  /// Whether a path, whatever links it has, is that of an archive or of a file beside it: what SQLite, the
  /// writer's lock and ``WithheldKey`` keep there. Such a file must not become anything else.
  package static func of(_ archive: String, contain path: String) -> Bool {
    // The identity below tells of paths that have no text.
    let (archive, path) = (
      (try? RealPath.of(archive)) ?? archive, (try? RealPath.of(path)) ?? path
    )
    if ["", "-wal", "-shm", "-journal", ".lock", WithheldKey.suffix].contains(where: {
      archive + $0 == path
    }) {
      return true
    }
    // A hard link.
    return FileIdentity(at: path).map { $0 == FileIdentity(at: archive) } ?? false
  }

  /// Whether a path, whatever links it has, is that of a folder or of something in it. Neither need exist.
  package static func isPath(_ path: String, in folder: String) -> Bool {
    guard let path = try? RealPath.of(path), let folder = try? RealPath.of(folder) else {
      return false
    }
    return path.split(separator: "/").starts(with: folder.split(separator: "/"))
  }

  static func size(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func freeBytes(beside path: String) -> Int? {
    var room = statvfs()
    guard unsafe statvfs(path, &room) == 0 else { return nil }
    let (bytes, overflows) = UInt64(room.f_bavail)
      .multipliedReportingOverflow(by: UInt64(room.f_frsize))
    return overflows ? .max : Int(clamping: bytes)
  }
}

/// The process that holds an archive's lock, or died with it.
package struct ArchiveWriter: Hashable, Sendable {
  /// Its process id.
  package var process: Int32
  /// When it took the lock.
  package var since: Date
  /// Whether it still holds the lock.
  package var isAlive: Bool
}

extension ArchiveWriter {
  /// The writer that the lock file names.
  ///
  /// - Returns: Nil where there is no lock file, or it names no process.
  init?(ofLock path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_size > 0, status.st_size < 32,
      let text = try? String(contentsOfFile: path, encoding: .utf8),
      let process = Int32(text.prefix { !$0.isNewline }), process > 0
    else { return nil }
    self.init(
      process: process, since: Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec)),
      isAlive: WriterLock.isHeld(at: path))
  }
}
