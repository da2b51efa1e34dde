import Roster

extension MarkupText {
  /// The URL if it is a safe link: absolute, `http` or `https`, with a host. Nil for everything
  /// else; relative URLs would lead to the reader's own files.
  ///
  /// White space around it and line breaks inside it are dropped, as in browsers; characters that
  /// are not allowed in a URL are percent-encoded. The result must still be escaped.
  package static func safeLink(_ address: String) -> String? {
    var bytes = Array(address.utf8)
    bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    let start = bytes.firstIndex { $0 > .space } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 > .space } ?? start
    guard start < bytes.endIndex, let scheme = scheme(of: bytes[start...end]) else { return nil }
    let rest = bytes[(start + scheme.count)...end]
    guard let first = rest.first, isHostStart(first) else { return nil }
    var output = scheme
    if rest.allSatisfy(isAllowed) {
      output += rest
    } else {
      rest.forEach { append($0, to: &output) }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The allowed scheme at the beginning of the URL, in lower case.
  private static func scheme(of address: ArraySlice<UInt8>) -> [UInt8]? {
    schemes.first { scheme in
      address.count > scheme.count && zip(address, scheme).allSatisfy { lowercased($0) == $1 }
    }
  }

  private static let schemes = [Array("https://".utf8), Array("http://".utf8)]

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func isHostStart(_ byte: UInt8) -> Bool {
    switch lowercased(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "["), UInt8(ascii: "%"), 0x80...: true
    default: false
    }
  }

  private static func append(_ byte: UInt8, to output: inout [UInt8]) {
    if isAllowed(byte) { output.append(byte) } else { PercentEncoding.append(byte, to: &output) }
  }

  /// Whether the byte is allowed in a URL without encoding.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
      UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: byte > .space && byte < 0x7F
    }
  }
}
