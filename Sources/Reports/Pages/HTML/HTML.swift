import Markup
import Roster
import Tables

/// HTML, written as a literal with values in it. The literal is markup; every string in it is escaped.
/// There is no other way to make HTML of a value.
struct HTML: ExpressibleByStringInterpolation {
  fileprivate(set) var bytes: [UInt8]

  init(stringLiteral markup: StaticString) {
    bytes = markup.withUTF8Buffer { unsafe Array($0) }
  }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  static func += (html: inout HTML, other: HTML) { html.bytes += other.bytes }

  /// The pieces of a literal.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    mutating func appendLiteral(_ markup: StaticString) {
      markup.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    /// A text, escaped; nothing where it is nil.
    mutating func appendInterpolation(_ text: String?) {
      if let text { MarkupText.appendEscaped(text, to: &bytes) }
    }

    mutating func appendInterpolation(_ number: Int) { bytes += String(number).utf8 }

    mutating func appendInterpolation(_ html: HTML?) { bytes += html?.bytes ?? [] }

    mutating func appendInterpolation(_ items: [HTML]) { for item in items { bytes += item.bytes } }

    /// HTML that depends on a condition.
    mutating func appendInterpolation(
      if condition: Bool, _ html: @autoclosure () -> HTML, else other: @autoclosure () -> HTML = ""
    ) {
      bytes += (condition ? html() : other()).bytes
    }
  }
}

extension HTML {
  /// A value for the script of the page, which reads it when it is needed. Nothing in it can end the element.
  static func data(_ value: JSONValue) -> HTML {
    var html: HTML = #"<script type="application/json">"#
    for byte in value.line.utf8 {
      let isMarkup = [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&")].contains(byte)
      html.bytes += isMarkup ? Array("\\u00\(String(byte, radix: 16))".utf8) : [byte]
    }
    html += "</script>"
    return html
  }

  /// A name that may be written in any direction, as a link where there is a place to go to.
  ///
  /// - Parameter id: The name by which the place on the page is linked to.
  static func name(_ name: String, link: String?, id: String? = nil) -> HTML {
    let anchor = id.map { #" id="\#($0)""# as HTML }
    guard let link else { return "<bdi\(anchor)>\(name)</bdi>" }
    let direction: HTML = name.mayChangeDirection ? #" dir="auto""# : ""
    return #"<a\#(anchor)\#(direction) href="\#(link)">\#(name)</a>"#
  }

  /// The way to a profile on the web; nothing where its address is none.
  static func webLink(_ profile: String?) -> HTML? {
    profile.flatMap(MarkupText.safeLink).map { #" <a class="out" href="\#($0)">web</a>"# }
  }

  /// An address of the web as a link, anything else as text.
  static func anyLink(_ address: String) -> HTML {
    guard let link = MarkupText.safeLink(address) else { return "\(address)" }
    return #"<a rel="nofollow noopener" dir="auto" href="\#(link)">\#(address)</a>"#
  }

  /// A table cell with a number, sorted as a number; empty where there is none.
  static func numberCell(_ value: Int?) -> HTML {
    #"<td class="n">\#(value?.grouped)</td>"#
  }
}

extension String {
  /// Whether any letter or mark is not of a script that is written from left to right like the page: the
  /// first that is not has the number 0590.
  var mayChangeDirection: Bool { unicodeScalars.contains { $0.value >= 0x590 } }
}

extension DefaultStringInterpolation {
  @available(*, unavailable, message: "HTML in a string would be escaped")
  mutating func appendInterpolation(_ html: HTML) {}

  @available(*, unavailable, message: "HTML in a string would be escaped")
  mutating func appendInterpolation(_ html: HTML?) {}
}
