extension MarkupText {
  /// The text with `& < > " '` as references, safe in HTML or XML, between tags and in a quoted
  /// attribute.
  ///
  /// It processes bytes, not characters: a quotation mark with a combining accent is one
  /// `Character` for Swift and still ends an attribute for a browser. Characters that XML does not
  /// allow become U+FFFD, see ``printable(_:)``.
  package static func escaped(_ text: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count + 16)
    appendEscaped(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// As ``escaped(_:)``, but appends to bytes.
  package static func appendEscaped(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { bytes in
      scan(bytes, into: &output) { byte, output in
        guard let reference = reference(for: byte) else { return false }
        output.append(contentsOf: reference)
        return true
      }
    }
  }

  /// The text without characters that are not safe in XML and terminals: control characters other
  /// than tab and line breaks, U+FFFE and U+FFFF become U+FFFD, and a carriage return becomes a
  /// line feed.
  package static func printable(_ text: String) -> String {
    String(decoding: printableBytes(text), as: UTF8.self)
  }

  static func printableBytes(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    var text = text
    text.withUTF8 { scan($0, into: &output) { _, _ in false } }
    return output
  }

  /// Copies valid UTF-8 and replaces unprintable characters. `special` may write a replacement for
  /// an ASCII byte and returns whether it did.
  private static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8],
    special: (UInt8, inout [UInt8]) -> Bool
  ) {
    var index = 0
    while index < bytes.count {
      let start = index
      while index < bytes.count, isPlain(bytes[index]) { index += 1 }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
      guard index < bytes.count else { return }
      let byte = bytes[index]
      let length = unshowableLength(in: bytes, at: index)
      if length > 0 {
        output.append(contentsOf: .replacementCharacter)
      } else if byte == UInt8(ascii: "\r") {
        output.append(.newline)
      } else if !special(byte, &output) {
        output.append(byte)
      }
      index += max(length, 1)
    }
  }

  /// Whether the byte is copied unchanged in every context, as nearly all bytes are.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case .ampersand, .lessThan, UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
    case 0x20..<0x7F, 0x80..<0xC2, 0xC3..<0xEF, 0xF0...: true
    default: false
    }
  }

  /// The number of bytes of the character at this index if it is unprintable, else 0.
  private static func unshowableLength(
    in bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Int {
    switch bytes[index] {
    case 0x09, 0x0A, 0x0D: 0
    case 0x00..<0x20, 0x7F: 1
    case 0xC2 where (0x80...0x9F).contains(bytes[index + 1]): 2
    case 0xEF where bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE: 3
    default: 0
    }
  }

  private static func reference(for byte: UInt8) -> [UInt8]? {
    switch byte {
    case .ampersand: ampersandReference
    case .lessThan: lessThanReference
    case UInt8(ascii: ">"): greaterThanReference
    case UInt8(ascii: "\""): quotationMarkReference
    case UInt8(ascii: "'"): apostropheReference
    default: nil
    }
  }

  private static let ampersandReference = Array("&amp;".utf8)
  private static let lessThanReference = Array("&lt;".utf8)
  private static let greaterThanReference = Array("&gt;".utf8)
  private static let quotationMarkReference = Array("&quot;".utf8)
  private static let apostropheReference = Array("&#39;".utf8)
}
