import Markup
import Roster
import Tables

/// `datapackage.json`: what the files of a report hold, as a Frictionless data package with a table
/// schema for each table.
struct DataPackage {
  let asOf: String
  let generator: String
  let origin: String?
  /// ``ReportSource/identity``.
  let archive: String
  private var resources: [[(String, JSONValue)]] = []
  /// The files it describes with their media types, in the order they were added.
  private(set) var described: [(path: String, mediaType: String)] = []
  /// Their paths.
  var paths: [String] { described.map(\.path) }

  init(_ source: some ReportSource) {
    asOf = source.asOf.rfc3339
    generator = source.generator
    origin = source.origin
    archive = source.identity
  }

  /// Adds a table written as CSV.
  mutating func add(_ view: View, path: String, hasMark: Bool) {
    let dialect: [(String, JSONValue)] = [
      ("delimiter", .text(",")), ("quoteChar", .text("\"")), ("doubleQuote", .bool(true)),
      ("lineTerminator", .text("\r\n")), ("header", .bool(true)),
    ]
    var resource: [(String, JSONValue)] = [
      ("name", .text(view.name.filter { $0 != "_" } + "-csv")),
      ("path", .text(path)),
      ("profile", .text("tabular-data-resource")),
      ("format", .text("csv")),
      ("mediatype", .text("text/csv")),
      ("encoding", .text(hasMark ? "utf-8-sig" : "utf-8")),
      ("dialect", .object(dialect)),
    ]
    resource.append(("schema", schema(of: view)))
    resources.append(resource)
    described.append((path, "text/csv"))
  }

  /// Adds a document for readers.
  mutating func add(page path: String, name: String, mediaType: String) {
    resources.append([
      ("name", .text(name)), ("path", .text(path)), ("mediatype", .text(mediaType)),
      ("encoding", .text("utf-8")),
    ])
    described.append((path, mediaType))
  }

  /// The document.
  var bytes: [UInt8] {
    var package: [(String, JSONValue)] = [
      ("name", .text(FolderKind.report.mark)),
      ("title", .text("Who moderates which community")),
      ("profile", .text("data-package")),
      ("created", .text(asOf)),
      ("generator", .text(generator)),
      ("archive", .text(archive)),
    ]
    if let origin {
      // A path is an address of the web or a file; the words for a sample network, and a bare host, are none.
      let isAddress = MarkupText.safeLink(origin) == origin
      let source =
        [("title", JSONValue.text(origin))] + (isAddress ? [("path", .text(origin))] : [])
      package.append(("sources", .array([.object(source)])))
    }
    package.append(("resources", .array(resources.map { .object($0) })))
    return JSONValue.object(package).document
  }

  private func schema(of view: View) -> JSONValue {
    .object([
      ("fields", TableSchema.fields(of: view.columns)), ("missingValues", .array([.text("")])),
    ])
  }
}

extension FolderKind {
  /// A report.
  static let report = FolderKind(noun: "report", document: "datapackage.json")
}
