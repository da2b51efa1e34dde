import Markup
import Roster
import Tables

/// HTML on its way to a file. What is known when the program is built goes in as it is; every other
/// string is escaped, or reduced to harmless elements where it is HTML. There is no other way.
struct HTMLStream {
  private var buffer: ByteBuffer
  private let sanitizer = HTMLSanitizer()

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

  mutating func text(_ text: String) {
    MarkupText.appendEscaped(text, to: &buffer.bytes)
  }

  /// Untrusted HTML, reduced to harmless elements.
  mutating func harmless(_ html: String) {
    buffer.append(sanitizer.sanitized(html))
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
  mutating func name(_ name: String, link: String?) {
    if let link {
      markup("<a dir=\"auto\" href=\"")
      text(link)
      markup("\">")
      text(name)
      markup("</a>")
    } else {
      markup("<bdi>")
      text(name)
      markup("</bdi>")
    }
  }

  /// An address of the web as a link, anything else as text.
  mutating func webLink(_ address: String, label: String) {
    guard let link = MarkupText.safeLink(address) else { return text(label) }
    markup("<a rel=\"nofollow noopener\" dir=\"auto\" href=\"")
    text(link)
    markup("\">")
    text(label)
    markup("</a>")
  }

  /// The day of an RFC 3339 instant, the instant itself kept for machines.
  mutating func day(_ instant: String?) {
    guard let instant else { return }
    time(instant, instant.utf8.prefix(10))
  }

  /// The time of day of an RFC 3339 instant in UTC, to the second.
  mutating func timeOfDay(_ instant: String) { time(instant, instant.utf8.dropFirst(11).prefix(8)) }

  private mutating func time(_ instant: String, _ shown: Substring.UTF8View) {
    markup("<time datetime=\"")
    text(instant)
    markup("\">")
    text(String(decoding: shown, as: UTF8.self))
    markup("</time>")
  }

  /// A table cell with a number, sorted by its value; empty where there is none.
  mutating func numberCell(_ value: Int?) {
    guard let value else { return markup("<td class=\"n\"></td>") }
    markup("<td class=\"n\" data-v=\"")
    number(value)
    markup("\">")
    text(value.grouped)
    markup("</td>")
  }

  /// A table cell with a day; empty where there is none.
  mutating func dayCell(_ instant: String?) {
    markup("<td class=\"d\">")
    day(instant)
    markup("</td>")
  }
}
