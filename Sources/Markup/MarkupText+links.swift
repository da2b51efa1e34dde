import Roster

extension MarkupText {
  /// The address if a reader may be sent there: absolute, `http` or `https`, with a host. Nil for
  /// everything else, relative addresses included, which would lead into the reader's own files.
  ///
  /// White space around it and line breaks inside it are dropped, as browsers do; characters that
  /// have no place in an address are percent-encoded. The result still has to be escaped.
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

  /// The allowed scheme that the address begins with, in lower case.
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
    case UInt8(ascii: "["), 0x80...: true
    default: false
    }
  }

  private static func append(_ byte: UInt8, to output: inout [UInt8]) {
    if isAllowed(byte) { output.append(byte) } else { PercentEncoding.append(byte, to: &output) }
  }

  /// Whether the byte may stand in an address as it is.
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
