/// Percent-encoding, for bytes that are not allowed in URLs or file names.
package enum PercentEncoding {
  /// Appends the byte as `%` and two uppercase hexadecimal digits.
  package static func append(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "%"))
    output.append(digits[Int(byte >> 4)])
    output.append(digits[Int(byte & 0x0F)])
  }

  /// The text in UTF-8 with all bytes encoded except those for which `isPlain` returns true.
  package static func encoded(_ text: String, keeping isPlain: (UInt8) -> Bool) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isPlain(byte) { output.append(byte) } else { append(byte, to: &output) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The text with its encoded bytes decoded; nil where a `%` is not followed by two hexadecimal
  /// digits, and where the bytes are not UTF-8.
  package static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      guard digits.count == 2 else { return nil }
      bytes.append(UInt8(digits[0] * 16 + digits[1]))
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether the byte is an ASCII letter or digit, `-`, `_` or `.`.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
