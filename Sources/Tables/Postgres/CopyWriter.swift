package import Roster

/// Rows in the text format of PostgreSQL's `COPY`, each on a line of its own.
///
/// U+0000, which PostgreSQL cannot store, becomes U+FFFD, as it does where an answer of an API has one.
package struct CopyWriter: RowWriter {
  private var buffer: ByteBuffer

  /// Begins the rows.
  package init(to sink: any ByteSink) {
    buffer = ByteBuffer(to: sink)
  }

  /// Adds a row. Throws what the sink throws.
  package mutating func write(_ row: Row) throws {
    for (index, cell) in row.enumerated() {
      if index > 0 { buffer.bytes.append(UInt8(ascii: "\t")) }
      switch cell {
      case .null: buffer.append("\\N")
      case .integer, .real: buffer.append(cell.description)
      case .text(let text): write(text)
      }
    }
    buffer.bytes.append(UInt8(ascii: "\n"))
    try buffer.drain()
  }

  /// Flushes what was written so far. Throws what the sink throws.
  package mutating func flush() throws {
    try buffer.flush()
  }

  /// Ends the rows and flushes the rest. Throws what the sink throws.
  package mutating func finish() throws {
    buffer.append("\\.\n")
    try flush()
  }

  private mutating func write(_ text: String) {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else {
      return buffer.append(text)
    }
    for byte in text.utf8 {
      switch byte {
      case 0: buffer.append("\u{FFFD}")
      case UInt8(ascii: "\\"): buffer.append("\\\\")
      case UInt8(ascii: "\n"): buffer.append("\\n")
      case UInt8(ascii: "\r"): buffer.append("\\r")
      case UInt8(ascii: "\t"): buffer.append("\\t")
      default: buffer.bytes.append(byte)
      }
    }
  }
}
