import Markup
import Mustache
import Roster
import Tables

/// The templates of the pages. Style and script are files beside the pages, the same for all of them.
///
/// A template may leave holes, `<!--hole:NAME-->`, where rows are streamed in. No value can make one:
/// its `<` is escaped.
struct PageTemplates {
  enum Name: String {
    case frame, index, site, roster, people, person, changes, numbers
  }

  /// A part of a page.
  enum Piece {
    case html(String)
    /// The name of a hole.
    case hole(String)
  }

  private let library: MustacheLibrary

  init() throws {
    MustacheContentTypes.register(MarkupContentType(), named: Self.contentType)
    var library = MustacheLibrary()
    for (name, text) in Self.texts {
      let template =
        "{{% CONTENT_TYPE:\(Self.contentType)}}\n" + String(decoding: text, as: UTF8.self)
      try library.register(template, named: name.rawValue)
    }
    self.library = library
  }

  /// Lets only files of the report be loaded. A browser that opens the page from a file knows them by their
  /// scheme, one that had it from a server by the server; no other is asked.
  private static let policy =
    "default-src 'none'; style-src 'self' file:; script-src 'self' file:; "
    + "base-uri 'none'; form-action 'none'"

  /// The files that every page loads, by their paths.
  static let shared: [(path: String, bytes: [UInt8])] = [
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
      PackageResources.tables_js,
      PackageResources.report_js, PackageResources.row_files_js, PackageResources.virtual_rows_js,
      PackageResources.long_lists_js,
      PackageResources.search_terms_js, PackageResources.search_names_js,
      PackageResources.search_engine_js, PackageResources.search_js,
      PackageResources.people_orders_js, PackageResources.people_search_js,
      PackageResources.people_rows_js,
      PackageResources.people_js, PackageResources.chart_js,
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

  /// The page in its parts, with the holes that its own template leaves.
  func render(_ name: Name, _ values: [String: Any], frame: [String: Any]) -> [Piece] {
    let frame = frame.merging(["policy": Self.policy]) { $1 }
    return pieces(of: .frame, frame).flatMap { piece -> [Piece] in
      if case .hole("content") = piece { pieces(of: name, values) } else { [piece] }
    }
  }

  private func pieces(of name: Name, _ values: [String: Any]) -> [Piece] {
    let html = library.render(values, withTemplate: name.rawValue) ?? ""
    let text = html.utf8
    var pieces: [Piece] = []
    var (start, index) = (text.startIndex, text.startIndex)
    while let tag = text[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = text.index(after: tag)
      guard text[tag...].starts(with: Self.holeStart),
        let end = text[tag...].firstIndex(of: UInt8(ascii: ">"))
      else { continue }
      let name = html[tag..<end].dropFirst(Self.holeStart.count).dropLast("--".count)
      pieces += [.html(String(html[start..<tag])), .hole(String(name))]
      index = text.index(after: end)
      start = index
    }
    return pieces + [.html(String(html[start...]))]
  }

  private static let holeStart = Array("<!--hole:".utf8)

  private static let contentType = "MARKUP"

  private static let texts: [(Name, [UInt8])] = [
    (.frame, PackageResources.frame_mustache), (.index, PackageResources.index_mustache),
    (.site, PackageResources.site_mustache), (.people, PackageResources.people_mustache),
    (.changes, PackageResources.changes_mustache), (.person, PackageResources.person_mustache),
    (.roster, PackageResources.roster_mustache), (.numbers, PackageResources.numbers_mustache),
  ]
}

/// Mustache's own escaping goes by characters as people see them and lets a quotation mark pass that
/// an accent is combined with; this one goes by bytes.
private struct MarkupContentType: MustacheContentType {
  func escapeText(_ text: String) -> String {
    MarkupText.escaped(text)
  }
}
