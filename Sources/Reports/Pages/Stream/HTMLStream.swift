import Markup
import Roster
import Tables

/// HTML on its way to a file. What is known when the program is built goes in as it is; every other
/// string is escaped. There is no other way.
struct HTMLStream {
  private var buffer: ByteBuffer
  /// The drawings that stand on the page, by what they are made of.
  private var drawings: [[UInt8]: Int] = [:]

  init(to sink: any ByteSink) {
    buffer = ByteBuffer(to: sink)
  }

  mutating func markup(_ markup: StaticString) {
    markup.withUTF8Buffer { unsafe buffer.bytes.append(contentsOf: $0) }
  }

  /// What a template made, its values escaped.
  mutating func rendered(_ html: String) {
    buffer.bytes.append(contentsOf: html.utf8)
  }

  /// What another stream wrote.
  mutating func written(_ html: [UInt8]) {
    buffer.bytes.append(contentsOf: html)
  }

  /// A drawing within `svg` that a page may have several times: it stands there once, and is used again.
  ///
  /// - Parameter style: The class by which the style knows it: of what it stands in, it knows nothing where it is used.
  mutating func drawing(_ style: StaticString, _ draw: (inout HTMLStream) -> Void) {
    let start = buffer.bytes.count
    draw(&self)
    let drawn = Array(buffer.bytes[start...])
    buffer.bytes.removeLast(drawn.count)
    let known = drawings[drawn]
    let number = known ?? drawings.count + 1
    markup(known == nil ? "<g id=\"drawing" : "<use href=\"#drawing")
    self.number(number)
    guard known == nil else { return markup("\"/>") }
    drawings[drawn] = number
    markup("\" class=\"")
    markup(style)
    markup("\">")
    written(drawn)
    markup("</g>")
  }

  mutating func text(_ text: String) {
    MarkupText.appendEscaped(text, to: &buffer.bytes)
  }

  mutating func number(_ number: Int) {
    buffer.append(String(number))
  }

  /// Writes the buffer to the sink once it is large enough; call it after each row.
  mutating func drain() throws {
    try buffer.drain()
  }

  mutating func finish() throws {
    try buffer.flush()
  }
}

extension HTMLStream {
  /// A name that may be written in any direction, as a link where there is a place to go to.
  ///
  /// - Parameter id: The name by which the place on the page is linked to.
  mutating func name(_ name: String, link: String?, id: String? = nil) {
    markup(link == nil ? "<bdi" : "<a")
    if let id {
      markup(" id=\"")
      text(id)
      markup("\"")
    }
    if let link {
      markup(name.mayChangeDirection ? " dir=\"auto\" href=\"" : " href=\"")
      text(link)
      markup("\">")
      text(name)
      markup("</a>")
    } else {
      markup(">")
      text(name)
      markup("</bdi>")
    }
  }

  /// The way to a profile on the web; nothing where its address is none.
  mutating func webLink(_ profile: String?) {
    guard let profile = profile.flatMap(MarkupText.safeLink) else { return }
    markup(" <a class=\"out\" href=\"")
    text(profile)
    markup("\">web</a>")
  }

  /// An address of the web as a link, anything else as text.
  mutating func anyLink(_ address: String) {
    guard let link = MarkupText.safeLink(address) else { return text(address) }
    markup("<a rel=\"nofollow noopener\" dir=\"auto\" href=\"")
    text(link)
    markup("\">")
    text(address)
    markup("</a>")
  }

  /// A table cell with a number, sorted as a number; empty where there is none.
  mutating func numberCell(_ value: Int?) {
    guard let value else { return markup("<td class=\"n\"></td>") }
    markup("<td class=\"n\">")
    text(value.grouped)
    markup("</td>")
  }
}

extension String {
  /// Whether any letter or mark is not of a script that is written from left to right like the page: the
  /// first that is not has the number 0590.
  var mayChangeDirection: Bool { unicodeScalars.contains { $0.value >= 0x590 } }
}
