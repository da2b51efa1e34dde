import Tables

/// A page on its way to a file.
struct HTMLStream {
  private var buffer: ByteBuffer
  /// The drawings that stand on the page, by what they are made of.
  private var drawings: [[UInt8]: Int] = [:]

  init(to sink: any ByteSink) {
    buffer = ByteBuffer(to: sink)
  }

  static func += (stream: inout HTMLStream, html: HTML) {
    stream.buffer.bytes.append(contentsOf: html.bytes)
  }

  /// A drawing within `svg` that a page may have several times: it stands there once, and is used again.
  ///
  /// - Parameter style: The class by which the style knows it: of what it stands in, it knows nothing where it is used.
  mutating func drawing(_ style: String, _ drawn: HTML) -> HTML {
    if let number = drawings[drawn.bytes] { return ##"<use href="#drawing\##(number)"/>"## }
    let number = drawings.count + 1
    drawings[drawn.bytes] = number
    return #"<g id="drawing\#(number)" class="\#(style)">\#(drawn)</g>"#
  }

  /// Writes the buffer to the sink once it is large enough; call it after each row.
  mutating func drain() throws {
    try buffer.drain()
  }

  mutating func finish() throws {
    try buffer.flush()
  }
}
