/// Repairs of malformed JSON text.
enum SurrogateRepair {
  /// Whether there may be something to repair: an escape, or invalid UTF-8.
  static func mayNeedRepair(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "\\")) || String(validating: bytes, as: UTF8.self) == nil
  }

  /// The document as UTF-8, every escape of an unpaired surrogate replaced by `\uFFFD`.
  static func replacingUnpairedSurrogates(in bytes: [UInt8]) -> [UInt8] {
    let bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let length = escapeLength(in: bytes, at: index)
      switch codeUnit(in: bytes, at: index) {
      case .some(0xD800..<0xDC00)
      where (0xDC00..<0xE000).contains(codeUnit(in: bytes, at: index + 6) ?? 0):
        result += bytes[index..<index + 12]
        index += 12
      case .some(0xD800..<0xE000):
        result += Array(#"\uFFFD"#.utf8)
        index += 6
      default:
        result += bytes[index..<index + length]
        index += length
      }
    }
    return result
  }

  /// The length of the token in bytes: two for any escape but `\u`, so that `\\ud800` is not taken
  /// for a surrogate.
  private static func escapeLength(in bytes: [UInt8], at index: Int) -> Int {
    bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count ? 2 : 1
  }

  /// The UTF-16 code unit of a `\uXXXX` at this index.
  private static func codeUnit(in bytes: [UInt8], at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt16 = 0
    for digit in bytes[index + 2..<index + 6] {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }
}
