/// Makes untrusted text safe to show: nothing in it moves the cursor, changes colours or reorders what stands
/// beside it.
enum VisibleText {
  /// The text with U+FFFD in place of everything that controls rather than shows: control
  /// characters, line and paragraph separators, and the marks that embed, override or isolate a
  /// direction.
  static func sanitized(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var visible = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      visible.append(isControl(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(visible)
  }

  /// The text between marks that keep its direction to itself, where it holds right-to-left letters:
  /// otherwise a terminal may reorder the cells beside it.
  static func isolated(_ text: String) -> String {
    text.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}\(text)\u{2069}" : text
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0x00..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Hebrew, Arabic, Syriac, Thaana, N'Ko and their neighbours, in the blocks that Unicode sets aside
  /// for right-to-left scripts.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
      0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
