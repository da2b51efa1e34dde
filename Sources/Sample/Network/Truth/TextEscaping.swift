/// The escaping of safe filters, which is that of .NET's HTML encoder.
enum TextEscaping {
  /// `& < > "` become named references; `'`, U+00A0 to U+00FF and everything beyond the basic plane
  /// become decimal references; all other characters, such as `ł` or `日`, stay.
  static func html(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { reference(for: $0) != nil }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if let reference = reference(for: scalar) {
        escaped += reference
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func reference(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"": "&quot;"
    case "'": "&#39;"
    case "\u{A0}"..."\u{FF}", "\u{10000}"...: "&#\(scalar.value);"
    default: nil
    }
  }

  /// The last part of a profile's address: the ASCII letters and digits of the name in lower case,
  /// joined by dashes; empty where the name has none.
  static func slug(_ name: String) -> String {
    var slug: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        slug.append(byte)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): slug.append(byte | 0x20)
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."):
        if let last = slug.last, last != UInt8(ascii: "-") { slug.append(UInt8(ascii: "-")) }
      default: continue
      }
    }
    return String(decoding: slug, as: UTF8.self)
  }
}
