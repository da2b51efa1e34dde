package import Roster

/// RFC 4180 CSV in UTF-8 with a header: lines end in CR LF, fields are quoted if RFC 4180 requires it,
/// and if readers are known to trim them: white space at the beginning, control characters.
///
/// No value is an empty field; an empty text is `""`, so that both can be told apart.
package struct CSVWriter: RowWriter {
  private var buffer: ByteBuffer
  private let spreadsheetSafe: Bool
  /// How many text cells began with `=`, `+`, `-` or `@` so far: a spreadsheet may run them.
  package private(set) var formulaCells = 0

  /// Begins the document with its header.
  ///
  /// - Parameter spreadsheetSafe: Puts an apostrophe before text that begins with `=`, `+`, `-`, `@`,
  ///   a tab or a carriage return, and a byte order mark before everything. Values are then no longer
  ///   exact.
  package init(columns: [View.Column], spreadsheetSafe: Bool = false, to sink: any ByteSink) throws
  {
    buffer = ByteBuffer(to: sink)
    self.spreadsheetSafe = spreadsheetSafe
    if spreadsheetSafe { buffer.append("\u{FEFF}") }
    try write(columns.map { .text($0.name) })
  }

  /// Adds a row, which has a cell for each column. Throws what the sink throws.
  package mutating func write(_ row: Row) throws {
    for (index, cell) in row.enumerated() {
      if index > 0 { buffer.bytes.append(UInt8(ascii: ",")) }
      switch cell {
      // A line with nothing on it would be no record.
      case .null: if row.count == 1 { buffer.append("\"\"") }
      case .integer, .real: buffer.append(cell.description)
      case .text(let text): write(text)
      }
    }
    buffer.append("\r\n")
    try buffer.drain()
  }

  /// Flushes what was written so far. Throws what the sink throws.
  package mutating func flush() throws {
    try buffer.flush()
  }

  /// Ends the document and flushes the rest. Throws what the sink throws.
  package mutating func finish() throws {
    try flush()
  }

  private mutating func write(_ text: String) {
    let first = text.utf8.first
    let isFormula = first.map(Self.isFormulaStart) ?? false
    if isFormula { formulaCells += 1 }
    let needsGuard = spreadsheetSafe && (isFormula || first == 0x09 || first == 0x0D)
    let needsQuotes = Self.isSpecial(text) || Self.hasSpaceFirst(text)
    if needsQuotes { buffer.bytes.append(Self.quote) }
    if needsGuard { buffer.bytes.append(UInt8(ascii: "'")) }
    if needsQuotes { writeQuoted(text) } else { buffer.append(text) }
    if needsQuotes { buffer.bytes.append(Self.quote) }
  }

  private mutating func writeQuoted(_ text: String) {
    guard text.utf8.contains(Self.quote) else { return buffer.append(text) }
    for byte in text.utf8 {
      if byte == Self.quote { buffer.bytes.append(Self.quote) }
      buffer.bytes.append(byte)
    }
  }

  private static let quote = UInt8(ascii: "\"")

  private static func isSpecial(_ text: String) -> Bool {
    for byte in text.utf8 where byte < 0x20 || byte == UInt8(ascii: ",") || byte == quote {
      return true
    }
    return false
  }

  /// Whether to quote; also true for an empty text.
  private static func hasSpaceFirst(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return true }
    return first == " " || (!first.isASCII && first.properties.isWhitespace)
  }

  private static func isFormulaStart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): true
    default: false
    }
  }
}
