import Roster
import Tables

/// Style and script, the same for all pages and beside them.
enum SharedFiles {
  /// By their paths.
  static let all: [(path: String, bytes: [UInt8])] = [
    ("report.css", style),
    ("report.js", Array(script.utf8)),
  ]

  private static let style =
    PackageResources.report_css + PackageResources.chart_css
    + PackageResources.search_css + PackageResources.front_css + PackageResources.tables_css
    + PackageResources.changes_css

  private static let script =
    "\"use strict\";\n(() => {\n\(foldingTables)"
    + code(
      PackageResources.fold_js, PackageResources.rows_js, PackageResources.row_downloads_js,
      PackageResources.tables_js, PackageResources.report_js, PackageResources.row_files_js,
      PackageResources.days_js, PackageResources.search_terms_js, PackageResources.search_names_js,
      PackageResources.search_engine_js, PackageResources.search_js, PackageResources.chart_js,
      PackageResources.changes_js)
    + "})();\n"

  private static func code(_ scripts: [UInt8]...) -> String {
    scripts.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  /// The tables of the archive's own search, so that the pages find what it finds.
  private static var foldingTables: String {
    let letters = FoldedText.replacements.sorted { $0.key < $1.key }
      .map { "[\(literal($0.key)),\(literal($0.value))]" }
    let ignored = FoldedText.ignored.sorted().map(literal)
    return "const letters = new Map([\(letters.joined(separator: ","))]);\n"
      + "const ignored = new Set([\(ignored.joined(separator: ","))]);\n"
  }

  private static func literal(_ text: some CustomStringConvertible) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text.description, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
