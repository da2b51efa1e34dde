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

  package init(size: Int, logSize: Int, freeBytes: Int?, writer: ArchiveWriter?) {
    self.size = size
    self.logSize = logSize
    self.freeBytes = freeBytes
    self.writer = writer
  }

  /// The files of the archive at a path. Takes no lock, so no run is disturbed.
  package init(of path: String) {
    self.init(
      size: Self.size(of: path), logSize: Self.size(of: path + "-wal"),
      freeBytes: Self.freeBytes(beside: path),
      writer: ArchiveWriter(ofLock: WriterLock.path(for: path)))
  }

  /// Whether a path, whatever links it has, is that of an archive or of a file beside it: what SQLite and the
  /// writer's lock keep there. Such a file must not become anything else.
  package static func of(_ archive: String, contain path: String) -> Bool {
    // The identity below tells of paths that have no text.
    let (archive, path) = (
      (try? RealPath.of(archive)) ?? archive, (try? RealPath.of(path)) ?? path
    )
    if ["", "-wal", "-shm", "-journal", ".lock"].contains(where: { archive + $0 == path }) {
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

  private static func size(of path: String) -> Int {
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

  package init(process: Int32, since: Date, isAlive: Bool) {
    self.process = process
    self.since = since
    self.isAlive = isAlive
  }

  /// The writer that the lock file names. The kernel's list of locks says whether it still holds the
  /// lock; trying to take the lock would refuse a run that begins at that moment. Where that list
  /// cannot be read, the process counts as the writer as long as it exists.
  ///
  /// - Returns: Nil where there is no lock file, or it names no process.
  init?(ofLock path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_size > 0, status.st_size < 32,
      let text = try? String(contentsOfFile: path, encoding: .utf8),
      let process = Int32(text.prefix { !$0.isNewline }), process > 0
    else { return nil }
    let since = Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
    // A hardened unit may hide the list.
    guard let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else {
      self.init(process: process, since: since, isAlive: kill(process, 0) == 0 || errno == EPERM)
      return
    }
    let device = (major(status.st_dev), minor(status.st_dev))
    let holders = LockTable(locks).writers(ofFile: UInt64(status.st_ino))
    let isNamed = holders.contains { $0.process == process }
    // From another process namespace the same process has another id.
    let foreign = holders.first { $0.device == device }?.process
    self.init(
      process: isNamed ? process : foreign ?? process, since: since,
      isAlive: isNamed || foreign != nil)
  }
}

/// The kernel's list of file locks, as `/proc/locks` shows it.
package struct LockTable {
  /// A process that holds a whole-file lock.
  package struct Holder {
    package var process: Int32
    /// Major and minor number of the file's device, as the file system itself reports them: an overlay
    /// may report others to `stat`.
    package var device: (UInt32, UInt32)
    package var file: UInt64
  }

  private let holders: [Holder]

  /// - Parameter text: Lines such as `1: FLOCK  ADVISORY  WRITE 1234 08:01:5678 0 EOF`; those that wait
  ///   for a lock have `->` in front of its kind.
  package init(_ text: String) {
    holders = text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE",
        let process = Int32(words[4])
      else { return nil }
      let place = words[5].split(separator: ":")
      guard place.count == 3, let major = UInt32(place[0], radix: 16),
        let minor = UInt32(place[1], radix: 16), let file = UInt64(place[2])
      else { return nil }
      return Holder(process: process, device: (major, minor), file: file)
    }
  }

  /// The processes that hold an exclusive lock on a file with this number, on any device.
  package func writers(ofFile file: UInt64) -> [Holder] { holders.filter { $0.file == file } }
}

/// The major number in Linux's device numbers.
private func major(_ device: dev_t) -> UInt32 {
  UInt32(truncatingIfNeeded: (device >> 8) & 0xfff | (device >> 32) & ~0xfff)
}

/// The minor number in Linux's device numbers.
private func minor(_ device: dev_t) -> UInt32 {
  UInt32(truncatingIfNeeded: device & 0xff | (device >> 12) & ~0xff)
}
