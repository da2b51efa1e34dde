/// A value in the form of PHP's `serialize`, in which wikis store the parameters of a row of a log.
///
/// Objects and references are none of these: then the whole text is not one.
enum PHPValue: Hashable {
  /// Null, a truth value or a number, none of which is needed.
  case other
  case text(String)
  case array([Member])

  struct Member: Hashable {
    /// Also where it is a number.
    var key: String
    var value: PHPValue
  }

  /// Arrays within arrays; those of a log have three.
  private static let mostDepth = 8

  /// Nil where the text is not one whole value.
  init?(_ text: String) {
    var parser = Parser(rest: Array(text.utf8)[...])
    guard let value = parser.value(depth: 0), parser.rest.isEmpty else { return nil }
    self = value
  }

  private struct Parser {
    var rest: ArraySlice<UInt8>

    mutating func value(depth: Int) -> PHPValue? {
      guard depth < PHPValue.mostDepth, let type = rest.popFirst() else { return nil }
      switch type {
      case UInt8(ascii: "N"): return take(";") ? .other : nil
      case UInt8(ascii: "b"), UInt8(ascii: "i"), UInt8(ascii: "d"):
        return take(":") && word(until: ";") != nil ? .other : nil
      case UInt8(ascii: "s"): return text().map(PHPValue.text)
      case UInt8(ascii: "a"): return array(depth: depth + 1)
      default: return nil
      }
    }

    private mutating func array(depth: Int) -> PHPValue? {
      guard take(":"), let count = word(until: ":").flatMap({ Int($0) }), take("{") else {
        return nil
      }
      var members: [Member] = []
      // A member has some bytes, so that a wrong number ends with the text.
      while members.count < count {
        guard let key = key(), let value = value(depth: depth) else { return nil }
        members.append(Member(key: key, value: value))
      }
      return take("}") ? .array(members) : nil
    }

    private mutating func key() -> String? {
      switch rest.popFirst() {
      case UInt8(ascii: "i"): take(":") ? word(until: ";") : nil
      case UInt8(ascii: "s"): text()
      default: nil
      }
    }

    /// `:4:"text";`, with the length in bytes.
    private mutating func text() -> String? {
      guard take(":"), let count = word(until: ":").flatMap({ Int($0) }), count >= 0, take("\""),
        count <= rest.count
      else { return nil }
      let bytes = rest.prefix(count)
      rest = rest.dropFirst(count)
      return take("\"") && take(";") ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private mutating func word(until end: Unicode.Scalar) -> String? {
      guard let place = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
      defer { rest = rest[(place + 1)...] }
      return String(decoding: rest[..<place], as: UTF8.self)
    }

    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: byte) else { return false }
      rest = rest.dropFirst()
      return true
    }
  }
}
