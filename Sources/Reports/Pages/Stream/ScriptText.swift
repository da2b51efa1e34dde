import Tables

/// HTML of a page as a text of a script.
enum ScriptText {
  /// Appends HTML that this program made, in which quotation marks are only those around attributes: apostrophes say
  /// the same there, and need no escaping in a text.
  static func append(_ html: [UInt8], to output: inout [UInt8]) {
    JSONText.append(
      html.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 }, to: &output)
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
