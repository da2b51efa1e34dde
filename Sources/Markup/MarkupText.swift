/// Text that strangers wrote, made safe to keep and to show: HTML to text, HTML to harmless HTML,
/// entities, escaping, links. Everything here takes any string, never throws and has linear cost.
package enum MarkupText {}

extension UInt8 {
  static let ampersand = UInt8(ascii: "&")
  static let lessThan = UInt8(ascii: "<")
  static let newline = UInt8(ascii: "\n")
  static let semicolon = UInt8(ascii: ";")
  static let space = UInt8(ascii: " ")
}

extension Sequence where Self == [UInt8] {
  /// U+FFFD, which stands for whatever cannot be shown.
  static var replacementCharacter: [UInt8] { [0xEF, 0xBF, 0xBD] }
}
