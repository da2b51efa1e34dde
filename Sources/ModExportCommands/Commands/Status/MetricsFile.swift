import Archive
import FoundationEssentials
import Glibc

/// Where metrics are written: a file that is replaced in one step, so that a reader never sees half of
/// it, or stdout.
struct MetricsFile {
  /// `-` for stdout.
  let path: String

  /// Writes the metrics in Prometheus' text format. A file is written beside its place under a name that
  /// no collector reads, and renamed; its mode is 0644 without the bits of the umask. Nothing is replaced but
  /// an empty file and metrics that were written before.
  ///
  /// - Throws: `CommandFailure` (73) where another file or one of the archive stands there, and where it
  ///   cannot be written; what stands there stays.
  func write(_ families: [MetricFamily], in context: CommandContext) throws {
    let text = families.map(\.text).joined()
    if path == "-" { return try context.results.write(text) }
    // Where a link leads, so that the link stays.
    let path = System.realPath(path) ?? path
    try check(path, context.archivePath)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let name = path.dropFirst(folder.count)
    let beside = "\(folder).\(name).\(getpid()).new"
    do throws(StreamFailure) {
      let descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw failure() }
      do throws(StreamFailure) {
        try write(Array(text.utf8), to: descriptor)
        guard unsafe rename(beside, path) == 0 else { throw failure() }
      } catch {
        _ = unsafe unlink(beside)
        throw error
      }
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "The metrics file '\(path)' cannot be written: check its folder, permissions and room.",
        cause: error.reason)
    }
  }

  private func check(_ path: String, _ archive: String) throws {
    guard ArchiveFiles.of(archive, contain: path) || !isReplaceable(path) else { return }
    throw CommandFailure(
      .cannotWrite,
      "'\(path)' is not a metrics file, and is not replaced: choose another name, such as modexport.prom."
    )
  }

  /// Whether nothing stands there, or an empty file, or metrics of this program and no others.
  private func isReplaceable(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    if status.st_size == 0 { return true }
    // A file that cannot be read may be anything, and so may one that is longer than metrics are.
    guard let bytes = System.bytes(ofFile: path, atMost: Self.mostBytes + 1),
      bytes.count <= Self.mostBytes
    else { return false }
    let own = ["# HELP modexport_", "# TYPE modexport_", "modexport_"].map { Array($0.utf8) }
    return bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      own.contains(where: line.starts(with:))
    }
  }

  /// More than the metrics of a million sites.
  private static let mostBytes = 256 << 20

  /// Writes all bytes to a descriptor, and closes it.
  private func write(_ bytes: [UInt8], to descriptor: CInt) throws(StreamFailure) {
    var isClosed = false
    defer { if !isClosed { close(descriptor) } }
    try FileDescriptorSink(descriptor: descriptor, name: path).write(bytes)
    isClosed = true
    // Some file systems report a full disk only now.
    guard close(descriptor) == 0 else { throw failure() }
  }

  private func failure() -> StreamFailure {
    StreamFailure(stream: path, reason: unsafe String(cString: strerror(errno)))
  }
}
