extension MarkupText {
  /// The readable text of a piece of HTML, such as `about_me`.
  ///
  /// Block elements and `<br>` become line breaks, list items begin with `- `, white space is
  /// collapsed outside `<pre>`, scripts and styles are dropped, character references are decoded,
  /// and unprintable characters become U+FFFD. Text without markup takes a fast path.
  package static func plainText(ofHTML html: String) -> String {
    let builder = PlainTextBuilder()
    if html.utf8.contains(where: { $0 == .lessThan || $0 == .ampersand }) {
      HTMLReader().read(html, into: builder)
    } else {
      printableBytes(html).withUnsafeBufferPointer(builder.text)
    }
    return builder.result
  }
}

/// Collects text and line breaks. A break is written only when text follows it, so that there is
/// none at either end.
private final class PlainTextBuilder: HTMLHandler {
  private var output: [UInt8] = []
  private var breaks = 0
  private var spaces = 0
  private var hasBullet = false
  private var droppedDepth = 0
  private var preformattedDepth = 0

  var result: String { String(decoding: output, as: UTF8.self) }

  func start(_ name: String) {
    switch HTMLElement.role(of: name) {
    case .dropped: droppedDepth += 1
    case .lineBreak: breaks = min(breaks + 1, 2)
    case .item:
      breakLine()
      hasBullet = true
    case .preformatted:
      breakLine()
      preformattedDepth += 1
    case .block: breakLine()
    case .cell: spaces = 1
    case .inline: break
    }
  }

  func end(_ name: String) {
    switch HTMLElement.role(of: name) {
    case .dropped: droppedDepth -= 1
    case .item, .block: breakLine()
    case .preformatted:
      breakLine()
      preformattedDepth -= 1
    case .lineBreak, .cell, .inline: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard droppedDepth == 0 else { return }
    var index = 0
    while index < bytes.count {
      let length = whiteSpaceLength(in: bytes, at: index)
      if length == 0 {
        let end = endOfWord(in: bytes, from: index)
        write(bytes[index..<end])
        index = end
      } else {
        space(bytes[index])
        index += length
      }
    }
  }

  private func endOfWord(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, whiteSpaceLength(in: bytes, at: end) == 0 { end += 1 }
    return end
  }

  private func breakLine() {
    breaks = max(breaks, 1)
  }

  private func write(_ word: some Collection<UInt8>) {
    if !output.isEmpty { output.append(contentsOf: repeatElement(.newline, count: breaks)) }
    if hasBullet { output.append(contentsOf: "- ".utf8) }
    let isInLine = breaks == 0 && !output.isEmpty && !hasBullet
    if isInLine || preformattedDepth > 0 {
      output.append(contentsOf: repeatElement(.space, count: spaces))
    }
    (breaks, spaces, hasBullet) = (0, 0, false)
    output.append(contentsOf: word)
  }

  private func space(_ byte: UInt8) {
    switch (preformattedDepth > 0, byte) {
    case (false, _): spaces = 1
    case (true, .newline): (breaks, spaces) = (min(breaks + 1, 2), 0)
    case (true, _): spaces += 1
    }
  }

  /// The length in bytes of the white space at this index, U+00A0 included, else 0.
  private func whiteSpaceLength(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch bytes[index] {
    case .space, 0x09...0x0D: 1
    case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0: 2
    default: 0
    }
  }
}
