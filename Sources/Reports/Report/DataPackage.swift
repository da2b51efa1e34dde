import Markup
import Roster
package import Tables

/// A file of a report that is described beside it: on the first page, in the data package, or in the crate of a deposit.
struct DataFile {
  /// From the top of the report.
  let path: String
  /// What it holds; nil where the first page does not list it.
  var meaning: String?
  /// Nil where the data package does not describe it.
  var mediaType: String?
  /// The view whose rows it has; nil for a document.
  var view: View?
  /// How many rows it has; nil where that says nothing.
  var rows: Int?
  /// Nil where it is written after what describes it.
  var bytes: Int?
}

/// `datapackage.json`: what the files of a report hold, as a Frictionless data package with a table
/// schema for each table.
struct DataPackage {
  let source: any ReportSource
  let files: [DataFile]
  /// Whether tables begin with a byte order mark.
  let hasMark: Bool

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
      "resources": .array(files.compactMap { file in file.mediaType.map { resource(file, $0) } }),
    ]
    return package.document
  }

  private func resource(_ file: DataFile, _ mediaType: String) -> JSONValue {
    let name = file.path.split(separator: "/").last?.filter { $0 != "_" } ?? ""
    let isText = file.path != Deposit.archive
    return [
      "$schema": .text(Self.profile("dataresource")),
      "name": .text(name.replacing(".", with: "-")), "path": .text(file.path),
      "type": file.view == nil ? nil : "table", "format": file.view == nil ? nil : "csv",
      "mediatype": .text(mediaType),
      "encoding": isText ? file.view != nil && hasMark ? "utf-8-sig" : "utf-8" : nil,
      "dialect": file.view.map { _ in
        [
          "$schema": .text(Self.profile("tabledialect")), "delimiter": ",", "quoteChar": "\"",
          "doubleQuote": .bool(true), "lineTerminator": "\r\n", "header": .bool(true),
        ]
      },
      "schema": file.view.map { view in
        [
          "$schema": .text(Self.profile("tableschema")),
          "fields": TableSchema.fields(of: view.columns), "missingValues": .array([""]),
        ]
      },
    ]
  }

  /// A profile of the version of the standard that readers are told.
  private static func profile(_ name: String) -> String {
    "https://datapackage.org/profiles/2.0/\(name).json"
  }
}

extension FolderKind {
  /// A report.
  package static let report = FolderKind(noun: "report", document: "datapackage.json")
}
