/// Reduces untrusted HTML to a short list of harmless elements, well formed as XML, every element
/// closed.
///
/// Kept are `p br b strong i em code pre blockquote ul ol li hr sup sub kbd s del` and headings, which
/// become `h4` to `h6`, without any attributes, and `a` with an `href` that ``MarkupText/safeLink(_:)``
/// accepts and `rel="nofollow noopener"`. Scripts, styles, frames, objects, drawings and the like are removed
/// with their content; of other elements the content stays.
package final class HTMLSanitizer {
  private let reader = HTMLReader()

  package init() {}

  /// Sanitises one text. No state is kept for the next one.
  package func sanitized(_ html: String) -> String {
    let builder = SanitizedHTMLBuilder()
    reader.read(html, into: builder)
    return builder.finish()
  }
}

private final class SanitizedHTMLBuilder: HTMLHandler {
  /// An open element of the input, and its output element.
  private struct Open {
    var name: String
    var written: String?
    var isDropped: Bool
  }

  private var output: [UInt8] = []
  private var open: [Open] = []
  private var droppedDepth = 0
  /// Whether the line has text that must be separated from the next block of a dropped kind.
  private var lineHasText = false
  private var owesBreak = false

  func start(_ name: String, link: String?) {
    let role = HTMLElement.role(of: name)
    var element = Open(name: name, written: nil, isDropped: role == .dropped)
    if element.isDropped { droppedDepth += 1 }
    if droppedDepth == 0 { element.written = write(start: name, role: role, link: link) }
    open.append(element)
  }

  func end(_ name: String) {
    guard let index = open.lastIndex(where: { $0.name == name }) else { return }
    while open.count > index { closeLast() }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard droppedDepth == 0, !bytes.isEmpty else { return }
    if owesBreak { output.append(contentsOf: "<br/>".utf8) }
    owesBreak = false
    lineHasText = true
    MarkupText.appendEscaped(String(decoding: bytes, as: UTF8.self), to: &output)
  }

  func finish() -> String {
    while !open.isEmpty { closeLast() }
    return String(decoding: output, as: UTF8.self)
  }

  /// Writes the output for a start tag and returns the name of the element that it opened.
  private func write(start name: String, role: HTMLElement.Role, link: String?) -> String? {
    guard let allowed = HTMLElement.allowedName(of: name), isInPlace(name) else {
      breakLine(role)
      return nil
    }
    if role != .inline { forgetLine() }
    if HTMLElement.void.contains(allowed) {
      write("<", allowed, "/>")
      return nil
    }
    if name == "a" { return write(link: link) }
    write("<", allowed, ">")
    return allowed
  }

  private func write(_ parts: String...) {
    for part in parts { output.append(contentsOf: part.utf8) }
  }

  private func write(link: String?) -> String? {
    guard let address = link.flatMap(MarkupText.safeLink),
      !open.contains(where: { $0.written == "a" })
    else { return nil }
    output.append(contentsOf: "<a href=\"".utf8)
    MarkupText.appendEscaped(address, to: &output)
    output.append(contentsOf: "\" rel=\"nofollow noopener\">".utf8)
    return "a"
  }

  /// A list item is allowed only in a list.
  private func isInPlace(_ name: String) -> Bool {
    guard name == "li" else { return true }
    let parent = open.last { $0.written != nil }?.written
    return parent == "ul" || parent == "ol"
  }

  private func closeLast() {
    let element = open.removeLast()
    if element.isDropped { droppedDepth -= 1 }
    guard droppedDepth == 0 else { return }
    let role = HTMLElement.role(of: element.name)
    if let name = element.written {
      write("</", name, ">")
      if role != .inline { forgetLine() }
    } else if !HTMLElement.void.contains(element.name) {
      breakLine(role)
    }
  }

  /// The edge of a dropped block element: text after it goes on a new line.
  private func breakLine(_ role: HTMLElement.Role) {
    if role != .inline, role != .dropped, lineHasText { owesBreak = true }
    if role != .inline { lineHasText = false }
  }

  private func forgetLine() {
    (lineHasText, owesBreak) = (false, false)
  }
}
