/// Makes untrusted text safe to store and to show: HTML to text, sanitised HTML, entities,
/// escaping, links. Every function accepts any string, never throws and has linear cost.
package enum MarkupText {}

extension UInt8 {
  static let ampersand = UInt8(ascii: "&")
  static let lessThan = UInt8(ascii: "<")
  static let newline = UInt8(ascii: "\n")
  static let semicolon = UInt8(ascii: ";")
  static let space = UInt8(ascii: " ")
}

extension Sequence where Self == [UInt8] {
  /// U+FFFD, the replacement for unprintable characters.
  static var replacementCharacter: [UInt8] { [0xEF, 0xBF, 0xBD] }
}
