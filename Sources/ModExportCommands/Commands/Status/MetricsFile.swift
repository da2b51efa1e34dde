import Archive
import Folders
import FoundationEssentials
import Glibc

/// Where metrics are written: a file that is replaced as a whole, or stdout.
struct MetricsFile {
  /// `-` for stdout.
  let path: String

  /// Writes the metrics in Prometheus' text format. Nothing is replaced but an empty file and metrics that
  /// were written before.
  ///
  /// - Throws: `CommandFailure` (73) where another file or one of the archive stands there, and where it
  ///   cannot be written; what stands there stays.
  func write(_ families: [MetricFamily], in context: CommandContext) throws {
    let text = families.map(\.text).joined()
    if path == "-" { return try context.results.write(text) }
    // Where a link leads, so that the link stays.
    let path = System.realPath(path) ?? path
    try check(path, context.archivePath)
    do {
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "The metrics file '\(path)' cannot be written: check its folder, permissions and room.",
        cause: error.detail)
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
}
