import Tables

/// A file of rows under work: a script that hands them to the page.
struct ScriptFile {
  private var rows: [UInt8] = []
  private(set) var count = 0

  mutating func append(_ row: JSONValue) {
    rows += count == 0 ? "\n".utf8 : ",\n".utf8
    rows += row.line.utf8
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
