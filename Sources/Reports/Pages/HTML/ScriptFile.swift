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
  mutating func take(_ name: String) -> [UInt8] {
    defer { self = ScriptFile() }
    return Array("modexport.take(\"\(name)\",[".utf8) + rows + Array("\n]);\n".utf8)
  }
}
