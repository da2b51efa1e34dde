extension MarkupText {
  /// Decodes HTML's character references once: decimal and hexadecimal ones, including code points
  /// beyond the BMP, and the names `amp`, `lt`, `gt`, `quot` and `apos`.
  ///
  /// A reference to an invalid character (0, a surrogate, beyond U+10FFFF) gives U+FFFD. Other
  /// names and references without their semicolon are text and are not changed; `&amp;lt;` gives
  /// `&lt;`.
  package static func decodingEntities(_ text: String) -> String {
    decodingReferences(in: text) { _ in true }
  }

  /// Decodes only numeric references to unprintable characters, which ``printable(_:)`` then
  /// replaces.
  static func decodingBadReferences(in html: String) -> String {
    decodingReferences(in: html) { printable(String($0)) == "\u{FFFD}" }
  }

  /// Decodes the references to characters for which `isWanted` returns true.
  private static func decodingReferences(
    in text: String, where isWanted: (Unicode.Scalar) -> Bool
  ) -> String {
    guard text.utf8.contains(.ampersand) else { return text }
    let input = Array(text.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(input.count)
    var index = 0
    while index < input.count {
      if input[index] == .ampersand, let reference = reference(in: input[(index + 1)...]),
        isWanted(reference.character)
      {
        output.append(contentsOf: String(reference.character).utf8)
        index = reference.end
      } else {
        output.append(input[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A character reference without its ampersand, and the index after its semicolon.
  private static func reference(
    in input: ArraySlice<UInt8>
  ) -> (character: Unicode.Scalar, end: Int)? {
    guard input.first == UInt8(ascii: "#") else { return namedReference(in: input) }
    let afterSign = input.dropFirst()
    let isHexadecimal = afterSign.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let radix: UInt32 = isHexadecimal ? 16 : 10
    let body = isHexadecimal ? afterSign.dropFirst() : afterSign
    var value: UInt32 = 0
    var end = body.startIndex
    while end < body.endIndex, let digit = digit(body[end], radix: radix) {
      value = min(value * radix + digit, 0x11_0000)
      end += 1
    }
    guard end > body.startIndex, end < body.endIndex, body[end] == .semicolon else { return nil }
    let character = value == 0 ? nil : Unicode.Scalar(value)
    return (character ?? "\u{FFFD}", end + 1)
  }

  private static func namedReference(
    in input: ArraySlice<UInt8>
  ) -> (character: Unicode.Scalar, end: Int)? {
    for (name, character) in names where input.starts(with: name) {
      return (character, input.startIndex + name.count)
    }
    return nil
  }

  private static let names: [([UInt8], Unicode.Scalar)] = [
    (Array("amp;".utf8), "&"), (Array("lt;".utf8), "<"), (Array("gt;".utf8), ">"),
    (Array("quot;".utf8), "\""), (Array("apos;".utf8), "'"),
  ]

  private static func digit(_ byte: UInt8, radix: UInt32) -> UInt32? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt32($0) }.flatMap {
      $0 < radix ? $0 : nil
    }
  }
}
