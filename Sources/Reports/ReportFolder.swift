import CExchange
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that replaces another as a whole: everything is written beside it, then both change
/// places in one step. Whatever stops the program before that leaves the old folder as it was.
///
/// The place beside it has a fixed name and is held by a kernel lock while a report is written; what
/// a killed run left there is removed by the next one.
final class ReportFolder {
  /// Where files are to be written.
  let staging: String
  private let target: String
  private let lock: CInt
  /// The lines of `SHA256SUMS`, by path.
  private var sums: [String: String] = [:]
  private(set) var byteCount = 0

  var fileCount: Int { sums.count }

  /// Claims the place beside `path`, which need not exist yet.
  ///
  /// - Throws: ``ReportError``: `foreignFolder` where the path holds anything but a report, `busy`
  ///   where another process is at it, `unwritable`.
  init(replacing path: String) throws {
    let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    let parent = url.deletingLastPathComponent()
    target = Self.path(of: url)
    staging = Self.path(of: parent.appending(path: ".\(url.lastPathComponent).modexport-new"))
    try Self.makeFolder(Self.path(of: parent))
    try Self.recover(target: target)
    try ReportMark.check(target)
    lock = try Self.claim(staging)
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: staging) {
        try FileManager.default.removeItem(atPath: staging + "/" + name)
      }
    } catch {
      throw ReportError(code: .unwritable, path: staging, detail: "it cannot be emptied")
    }
  }

  deinit {
    close(lock)
  }

  /// Writes one file. Its folder is made where it is missing.
  ///
  /// - Parameter name: The path within the report, such as `csv/sites.csv`.
  func write(_ name: String, _ body: (any ByteSink) throws -> Void) throws {
    let path = staging + "/" + name
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    try Self.makeFolder(folder.joined(separator: "/"))
    let sink = try FileSink(path: path)
    try body(sink)
    sums[name] = try sink.finish()
    byteCount += sink.count
  }

  /// Writes `SHA256SUMS` and puts the new report into its place.
  func publish() throws {
    let lines = sums.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }
    let sink = try FileSink(path: staging + "/" + ReportMark.sums)
    try sink.write(Array(lines.joined().utf8))
    _ = try sink.finish()
    try ReportMark.check(target)
    try swap()
  }

  /// Removes what has been written, after a failure.
  func discard() {
    try? FileManager.default.removeItem(atPath: staging)
  }

  private func swap() throws {
    guard FileManager.default.fileExists(atPath: target) else {
      return try Self.move(staging, to: target)
    }
    if unsafe modexport_exchange(staging, target) != 0 {
      guard [ENOSYS, EINVAL].contains(errno) else { throw ReportError.system(target) }
      // Two steps where the file system knows no exchange; `recover` heals a kill between them.
      let old = Self.retired(target)
      try Self.move(target, to: old)
      try Self.move(staging, to: target)
      try? FileManager.default.removeItem(atPath: old)
    }
    try? FileManager.default.removeItem(atPath: staging)
  }

  /// Puts the old report back where a run was killed in the middle of a swap in two steps.
  private static func recover(target: String) throws {
    let old = retired(target)
    guard FileManager.default.fileExists(atPath: old) else { return }
    if FileManager.default.fileExists(atPath: target) {
      try? FileManager.default.removeItem(atPath: old)
    } else {
      try move(old, to: target)
    }
  }

  private static func retired(_ target: String) -> String {
    let url = URL(filePath: target)
    return path(
      of: url.deletingLastPathComponent().appending(
        path: ".\(url.lastPathComponent).modexport-old"))
  }

  private static func claim(_ folder: String) throws(ReportError) -> CInt {
    try makeFolder(folder)
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { throw .system(folder) }
    do throws(ReportError) {
      let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
      if !isLocked, errno != EWOULDBLOCK { throw .system(folder) }
      guard isLocked, isStill(descriptor, at: folder) else {
        throw ReportError(code: .busy, path: folder, detail: "")
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Whether the path still names the folder that was opened: its last owner may have moved it away
  /// between opening and locking.
  private static func isStill(_ descriptor: CInt, at path: String) -> Bool {
    var opened = stat()
    var named = stat()
    guard unsafe fstat(descriptor, &opened) == 0, unsafe stat(path, &named) == 0 else {
      return false
    }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  private static func makeFolder(_ path: String) throws(ReportError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    } catch {
      throw ReportError(code: .unwritable, path: path, detail: "the folder cannot be made")
    }
  }

  private static func move(_ source: String, to target: String) throws(ReportError) {
    if unsafe rename(source, target) != 0 { throw .system(target) }
  }

  /// Without a slash at its end.
  private static func path(of url: URL) -> String {
    let path = url.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
