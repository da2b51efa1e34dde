import Tables

/// A file of rows under work: a script that hands them to the page.
struct ScriptFile {
  private var rows: [UInt8] = []
  private(set) var count = 0

  mutating func append(_ row: JSONValue) { append(Array(row.line.utf8)) }

  /// Appends HTML as a text.
  mutating func append(html: [UInt8]) { append(Self.text(of: html)) }

  private mutating func append(_ row: [UInt8]) {
    rows += count == 0 ? "\n".utf8 : ",\n".utf8
    rows += row
    count += 1
  }

  /// The bytes of the file; the next one begins.
  ///
  /// - Parameter head: What comes before the rows.
  mutating func take(_ name: String, head: JSONValue? = nil) -> [UInt8] {
    defer { self = ScriptFile() }
    let start = head.map { $0.line + "," } ?? ""
    return Array("modexport.take(\"\(name)\",\(start)[".utf8) + rows + Array("\n]);\n".utf8)
  }

  /// HTML that this program made, in which quotation marks are only those around attributes, as a text of a script:
  /// apostrophes say the same there, and need no escaping.
  static func text(of html: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    JSONText.append(html.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 }, to: &text)
    return text
  }
}

/// A document in memory.
final class TextSink: ByteSink {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) { self.bytes += bytes }

  /// What was written since the last call.
  func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
