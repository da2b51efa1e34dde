import FoundationEssentials

extension Data {
  /// The bytes of a SHA-256 from 64 hexadecimal digits; nil for any other text.
  init?(sha256 text: String) {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 64, text.utf8.count == 64 else { return nil }
    self.init(stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
