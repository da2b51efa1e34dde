import Markup
import Roster
package import Tables

/// `datapackage.json`: what the files of a report hold, as a Frictionless data package with a table
/// schema for each table.
struct DataPackage {
  private let source: ReportReader
  private var resources: [JSONValue] = []
  /// The files it describes with their media types, in the order they were added.
  private(set) var described: [(path: String, mediaType: String)] = []

  init(_ source: ReportReader) {
    self.source = source
  }

  /// Adds a table written as CSV.
  mutating func add(_ view: View, path: String, hasMark: Bool) {
    resources.append([
      "$schema": .text(Self.profile("dataresource")),
      "name": .text(view.name.filter { $0 != "_" } + "-csv"), "path": .text(path),
      "type": "table", "format": "csv", "mediatype": "text/csv",
      "encoding": hasMark ? "utf-8-sig" : "utf-8",
      "dialect": [
        "$schema": .text(Self.profile("tabledialect")), "delimiter": ",", "quoteChar": "\"",
        "doubleQuote": .bool(true),
        "lineTerminator": "\r\n", "header": .bool(true),
      ],
      "schema": [
        "$schema": .text(Self.profile("tableschema")),
        "fields": TableSchema.fields(of: view.columns), "missingValues": .array([""]),
      ],
    ])
    described.append((path, "text/csv"))
  }

  /// A profile of the version of the standard that readers are told.
  private static func profile(_ name: String) -> String {
    "https://datapackage.org/profiles/2.0/\(name).json"
  }

  /// Adds a document for readers.
  mutating func add(page path: String, name: String, mediaType: String, isText: Bool = true) {
    resources.append([
      "$schema": .text(Self.profile("dataresource")), "name": .text(name), "path": .text(path),
      "mediatype": .text(mediaType), "encoding": isText ? "utf-8" : nil,
    ])
    described.append((path, mediaType))
  }

  /// The document.
  var bytes: [UInt8] {
    // A path is an address of the web or a file; the words for a sample network, and a bare host, are none.
    let sources = source.origin.map { origin -> JSONValue in
      let isAddress = MarkupText.safeLink(origin) == origin
      return .array([["title": .text(origin), "path": isAddress ? .text(origin) : nil]])
    }
    let package: JSONValue = [
      "$schema": .text(Self.profile("datapackage")), "name": .text(FolderKind.report.mark),
      "title": "Who moderates which community",
      "description": source.omission.map { .text($0) }, "created": .text(source.asOf.rfc3339),
      "generator": .text(source.generator),
      "archive": .text(source.identity), "head": source.head.map { .text($0) }, "sources": sources,
      "resources": .array(resources),
    ]
    return package.document
  }
}

extension FolderKind {
  /// A report.
  package static let report = FolderKind(noun: "report", document: "datapackage.json")
}
