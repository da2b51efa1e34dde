extension Markup {
  /// The address if a reader may be sent there: absolute, `http` or `https`, with a host. Nil for
  /// everything else, relative addresses included, which would lead into the reader's own files.
  ///
  /// White space around it and line breaks inside it are dropped, as browsers do; characters that
  /// have no place in an address are percent-encoded. The result still has to be escaped.
  package static func safeLink(_ address: String) -> String? {
    var bytes: [UInt8] = []
    for byte in address.utf8 where ![0x09, 0x0A, 0x0D].contains(byte) { bytes.append(byte) }
    let trimmed = bytes.drop { $0 <= .space }.reversed().drop { $0 <= .space }.reversed()
    let scheme = ["https://", "http://"].first { trimmed.map(lowercased).starts(with: $0.utf8) }
    guard let scheme else { return nil }
    let rest = trimmed.dropFirst(scheme.utf8.count)
    guard let first = rest.first, isHostStart(first) else { return nil }
    return scheme + rest.map(encoded).joined()
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func isHostStart(_ byte: UInt8) -> Bool {
    switch lowercased(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    case UInt8(ascii: "["): true
    default: false
    }
  }

  private static func encoded(_ byte: UInt8) -> String {
    let isPlain = byte > .space && byte < 0x7F && !unwise.contains(byte)
    if isPlain { return String(Unicode.Scalar(byte)) }
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
  }

  private static let unwise = Set("\"'<>\\^`{|}".utf8)
}
