package import Roster

/// JSON objects, one for each row: keys are the names of the columns, in their order; numbers
/// are numbers; no value is `null`.
package struct JSONWriter: RowWriter {
  /// How the objects are put together.
  package enum Layout: Hashable, Sendable {
    /// One array, an object on each line.
    case array
    /// NDJSON: nothing but an object on each line.
    case lines
  }

  private var buffer: ByteBuffer
  private let layout: Layout
  /// The text before each value.
  private let keys: [[UInt8]]
  private var isEmpty = true

  /// Begins the document.
  package init(columns: [View.Column], layout: Layout, to sink: any ByteSink) {
    buffer = ByteBuffer(to: sink)
    self.layout = layout
    keys = columns.enumerated().map { index, column in
      var key = [UInt8(ascii: index == 0 ? "{" : ",")]
      JSONText.append(column.name, to: &key)
      return key + [UInt8(ascii: ":")]
    }
    if layout == .array { buffer.append("[") }
  }

  /// Adds a row, which has a cell for each column. Throws what the sink throws.
  package mutating func write(_ row: Row) throws {
    if layout == .array { buffer.append(isEmpty ? "\n" : ",\n") }
    isEmpty = false
    for (key, cell) in zip(keys, row) {
      buffer.bytes.append(contentsOf: key)
      JSONText.append(cell, to: &buffer.bytes)
    }
    buffer.append(layout == .lines ? "}\n" : "}")
    try buffer.drain()
  }

  /// Flushes what was written so far. Throws what the sink throws.
  package mutating func flush() throws {
    try buffer.flush()
  }

  /// Ends the document and flushes the rest. Throws what the sink throws.
  package mutating func finish() throws {
    if layout == .array { buffer.append(isEmpty ? "]\n" : "\n]\n") }
    try flush()
  }
}

/// Values as JSON.
package enum JSONText {
  /// Appends a string in quotation marks. Control characters, U+2028 and U+2029 are escaped, so that
  /// the result is also JavaScript and stays on one line; and so is U+FEFF, which some readers drop
  /// where a string begins with it.
  package static func append(_ text: String, to output: inout [UInt8]) {
    guard text.utf8.contains(where: needsCare) else {
      output.append(UInt8(ascii: "\""))
      output.append(contentsOf: text.utf8)
      return output.append(UInt8(ascii: "\""))
    }
    append(Array(text.utf8), to: &output)
  }

  /// As ``append(_:to:)``, of a text in UTF-8.
  package static func append(_ text: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var copied = text.startIndex
    for (place, byte) in text.enumerated() where needsCare(byte) {
      output.append(contentsOf: text[copied..<place])
      append(byte, to: &output)
      copied = place + 1
    }
    output.append(contentsOf: text[copied...])
    output.append(UInt8(ascii: "\""))
  }

  static func append(_ cell: Cell, to output: inout [UInt8]) {
    switch cell {
    case .null: output.append(contentsOf: "null".utf8)
    case .integer, .real: output.append(contentsOf: cell.description.utf8)
    case .text(let text): append(text, to: &output)
    }
  }

  /// Whether a byte is escaped, or may be the last one of a character that is.
  private static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F...0x9F, 0xA8, 0xA9, 0xBF: true
    default: false
    }
  }

  private static func append(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "\n"): output.append(contentsOf: "\\n".utf8)
    case UInt8(ascii: "\r"): output.append(contentsOf: "\\r".utf8)
    case UInt8(ascii: "\t"): output.append(contentsOf: "\\t".utf8)
    case 0..<0x20, 0x7F:
      let digits = String(byte, radix: 16)
      output.append(contentsOf: ("\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits).utf8)
    case 0x80...0x9F where output.last == 0xC2:
      output.removeLast()
      output.append(contentsOf: "\\u00\(String(byte, radix: 16))".utf8)
    case 0xA8, 0xA9, 0xBF:
      output.append(byte)
      escapeLast(to: &output)
    default: output.append(byte)
    }
  }

  /// Escapes the character just completed if it is one of three bytes that need it.
  private static func escapeLast(to output: inout [UInt8]) {
    for (character, escape) in threeByteEscapes where output.suffix(3).elementsEqual(character) {
      output.removeLast(3)
      output.append(contentsOf: escape.utf8)
      return
    }
  }

  private static let threeByteEscapes: [([UInt8], String)] = [
    ([0xE2, 0x80, 0xA8], "\\u2028"), ([0xE2, 0x80, 0xA9], "\\u2029"),
    ([0xEF, 0xBB, 0xBF], "\\ufeff"),
  ]
}
