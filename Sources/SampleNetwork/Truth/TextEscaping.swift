/// The escaping that the API does in safe filters, the way .NET's HTML encoder does it.
enum TextEscaping {
  /// `& < > "` become names, `'` and U+00A0 to U+00FF decimal references, as does everything beyond
  /// the basic plane; the rest, such as `ł` or `日`, stays.
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

  /// The last part of a profile's address: lower-case ASCII letters and digits of the name, joined by
  /// dashes; empty where the name has none.
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
