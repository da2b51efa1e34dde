import FoundationEssentials
import Glibc

/// Where metrics are written: a file that is replaced in one step, so that a reader never sees half of
/// it, or stdout.
struct MetricsFile {
  /// `-` for stdout.
  let path: String

  /// Writes the metrics in Prometheus' text format. A file is written beside its place under a name that
  /// no collector reads, and renamed; its mode is 0644 without the bits of the umask.
  ///
  /// - Throws: `CommandFailure` (73) where it cannot be written; the old file then stays.
  func write(_ families: [MetricFamily], in context: CommandContext) throws {
    let text = families.map(\.text).joined()
    if path == "-" { return try context.results.write(text) }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let name = path.dropFirst(folder.count)
    let beside = "\(folder).\(name).\(getpid()).new"
    do throws(StreamFailure) {
      try write(Array(text.utf8), to: beside)
      guard unsafe rename(beside, path) == 0 else { throw failure() }
    } catch {
      _ = unsafe unlink(beside)
      throw CommandFailure(
        .cannotWrite,
        "The metrics file '\(path)' cannot be written: check its folder, permissions and room.",
        cause: error.reason)
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(StreamFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure() }
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
