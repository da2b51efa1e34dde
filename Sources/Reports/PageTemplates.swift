import Crypto
import FoundationEssentials
import Markup
import Mustache

/// The templates of the pages, with style and script put into each page, so that a page stands alone.
///
/// A template may leave holes, `<!--hole:NAME-->`, where rows are streamed in. No value can make one:
/// its `<` is escaped.
struct PageTemplates {
  enum Name: String {
    case frame, index, site, people, changes
  }

  private let library: MustacheLibrary
  private let fixed: [String: Any]

  init() throws {
    MustacheContentTypes.register(MarkupContentType(), named: Self.contentType)
    var library = MustacheLibrary()
    for (name, text) in Self.texts {
      let template =
        "{{% CONTENT_TYPE:\(Self.contentType)}}\n" + String(decoding: text, as: UTF8.self)
      try library.register(template, named: name.rawValue)
    }
    self.library = library
    let style = String(decoding: PackageResources.report_css, as: UTF8.self)
    let code = String(decoding: PackageResources.report_js, as: UTF8.self)
    // The comments hide the section's edges from HTML, the section hides the code from XML.
    let script = "//<![CDATA[\n\(code)//]]>"
    fixed = [
      "style": style, "script": script,
      "policy":
        "default-src 'none'; style-src \(Self.hash(style)); script-src \(Self.hash(script)); "
        + "base-uri 'none'; form-action 'none'",
    ]
  }

  /// The page as pieces of text and the names of the holes between them, a piece first and last.
  func render(_ name: Name, _ values: [String: Any], frame: [String: Any]) -> [Substring] {
    var page = frame.merging(fixed) { $1 }
    page["content"] = library.render(values, withTemplate: name.rawValue) ?? ""
    let html = library.render(page, withTemplate: Name.frame.rawValue) ?? ""
    return html.split(separator: "<!--hole:", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part -> [Substring] in
        guard index > 0, let end = part.firstRange(of: "-->") else { return [part] }
        return [part[..<end.lowerBound], part[end.upperBound...]]
      }
  }

  private static let contentType = "MARKUP"

  private static let texts: [(Name, [UInt8])] = [
    (.frame, PackageResources.frame_mustache), (.index, PackageResources.index_mustache),
    (.site, PackageResources.site_mustache), (.people, PackageResources.people_mustache),
    (.changes, PackageResources.changes_mustache),
  ]

  /// A source expression of a Content-Security-Policy.
  private static func hash(_ text: String) -> String {
    "'sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString() + "'"
  }
}

/// Mustache's own escaping goes by characters as people see them and lets a quotation mark pass that
/// an accent is combined with; this one goes by bytes.
private struct MarkupContentType: MustacheContentType {
  func escapeText(_ text: String) -> String {
    Markup.escaped(text)
  }
}
