extension [UInt8] {
  /// Appends a text as a netstring (`5:Alice,`), an absent one as `-`. Returns whether there is one.
  @discardableResult
  package mutating func append(netstring text: String?) -> Bool {
    guard let text else {
      append(UInt8(ascii: "-"))
      return false
    }
    let bytes = text.utf8
    appendDigits(of: bytes.count)
    append(UInt8(ascii: ":"))
    append(contentsOf: bytes)
    append(UInt8(ascii: ","))
    return true
  }

  /// Appends a number in decimal digits as a netstring, an absent one as `-`. Returns whether there is one.
  @discardableResult
  package mutating func append(netstring number: Int?) -> Bool {
    append(netstring: number.map { String($0) })
  }

  /// Faster than through a `String`, which takes most of the time.
  private mutating func appendDigits(of count: Int) {
    if count >= 10 { appendDigits(of: count / 10) }
    append(UInt8(ascii: "0") + UInt8(count % 10))
  }
}

/// Reads netstrings one after the other. A read returns nil where the bytes are not a netstring.
struct NetstringReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Skips one character; returns whether it was there.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// A text; the outer optional is nil where the bytes are not a netstring.
  mutating func text() -> String?? {
    if skip("-") { return .some(nil) }
    return content().flatMap { String(validating: $0, as: UTF8.self) }.map { .some($0) }
  }

  /// A number; the outer optional is nil where the bytes are not a netstring of a number.
  mutating func number() -> Int?? {
    if skip("-") { return .some(nil) }
    return content().flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map { .some($0) }
  }

  /// The name before `=`; nil where the item ends.
  mutating func name() -> String? {
    guard let end = bytes[position...].firstIndex(where: { !Self.isOfName($0) }),
      end > position, bytes[end] == UInt8(ascii: "=")
    else { return nil }
    defer { position = end + 1 }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private mutating func content() -> ArraySlice<UInt8>? {
    var count = 0
    while position < bytes.count, let digit = Self.digit(bytes[position]), count < 1 << 40 {
      count = count * 10 + digit
      position += 1
    }
    guard skip(":"), count < bytes.count - position else { return nil }
    let content = bytes[position..<(position + count)]
    position += count
    return skip(",") ? content : nil
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
