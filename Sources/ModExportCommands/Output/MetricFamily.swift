import Archive
import FoundationEssentials
import Tables

/// A metric: a counter if its name ends with `_total`, else a gauge.
struct MetricFamily {
  /// In snake case, with its unit at the end.
  let name: String
  private let help: String
  /// The name of the only label; nil for one sample without a label.
  let label: String?
  /// The values, and the label of each.
  let samples: [(label: String, value: Double)]

  init(_ name: String, _ help: String, _ value: Double?) {
    self.init(name, help, by: nil, value.map { [("", $0)] } ?? [])
  }

  init(_ name: String, _ help: String, by label: String?, _ samples: [(String, Double)]) {
    self.name = "modexport_\(name)"
    (self.help, self.label, self.samples) = (help, label, samples)
  }

  var type: String { name.hasSuffix("_total") ? "counter" : "gauge" }

  /// The lines of the format; empty for a family without samples, which the format does not know.
  var text: String {
    guard !samples.isEmpty else { return "" }
    let lines = samples.map { sample in
      let text = Self.escaped(sample.label).replacing("\"", with: "\\\"")
      let labels = label.map { "{\($0)=\"\(text)\"}" } ?? ""
      return "\(name)\(labels) \(JSONValue.decimal(sample.value).line)\n"
    }
    return "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(type)\n" + lines.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }
}

extension Sequence<MetricFamily> {
  /// Writes metrics to a file, or to stdout for `-`. Nothing is replaced but an empty file and metrics that were
  /// written before.
  ///
  /// - Throws: `CommandFailure` (73) where another file or one of the archive is there, and where it
  ///   cannot be written; the file stays as it is.
  func write(to path: String, in context: CommandContext) throws {
    let text = map(\.text).joined()
    if path == "-" { return try context.results.write(text) }
    // Where a link leads, so that the link stays.
    let path = System.realPath(path) ?? path
    if ArchiveFiles.of(context.archivePath, contain: path) || !MetricFamily.isFile(path) {
      throw CommandFailure(
        .cannotWrite,
        "'\(path)' is not a metrics file, and is not replaced: choose another name, such as modexport.prom."
      )
    }
    do {
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch {
      throw CommandFailure(
        .cannotWrite,
        "The metrics file '\(path)' cannot be written: check its folder, permissions and room.",
        cause: error.detail)
    }
  }
}

extension MetricFamily {
  /// Whether nothing is there, or an empty file, or metrics of this program and no others. A file that cannot be
  /// read may be anything.
  fileprivate static func isFile(_ path: String) -> Bool {
    guard let isRegular = System.isRegularFile(path) else { return true }
    guard isRegular, let bytes = System.bytes(ofFile: path, atMost: mostBytes + 1),
      bytes.count <= mostBytes
    else { return false }
    let own = ["# HELP modexport_", "# TYPE modexport_", "modexport_"].map { Array($0.utf8) }
    return bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      own.contains(where: line.starts(with:))
    }
  }

  /// More than the metrics have.
  private static let mostBytes = 1 << 20
}
