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

/// How many columns of a terminal text takes.
///
/// Terminals differ at the edges (ambiguous characters, conjuncts of Indic scripts); this is what
/// most of them do with Unicode 15.
enum DisplayWidth {
  static func columns(of text: String) -> Int {
    // Bytes are columns where all are visible ASCII, as in most names.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    if scalars.count > 1, isEmojiSequence(scalars) { return 2 }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The longest beginning that fits, ending in `…` where something had to go.
  ///
  /// - Parameters:
  ///   - columns: 1 or more.
  ///   - wholeWords: Whether to keep or leave out each word as a whole.
  static func truncated(_ text: String, to columns: Int, wholeWords: Bool = false) -> String {
    guard self.columns(of: text) > columns else { return text }
    var kept = ""
    var used = 0
    for character in text {
      used += self.columns(of: character)
      if used > columns - 1 { break }
      kept.append(character)
    }
    if wholeWords {
      // The last word may be cut, and may end just here; either way it makes room for the mark.
      kept = kept.lastIndex(of: " ").map { String(kept[...$0]) } ?? ""
    }
    return kept + "…"
  }

  /// Flags, keycaps, skin tones, families: one picture however many scalars it is made of.
  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    return scalars.dropFirst().contains { scalar in
      switch scalar.value {
      case 0x200D, 0xFE0F, 0x20E3, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
      default: false
      }
    }
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) {
      return 0  // vowels and finals of Hangul, drawn into the syllable that they follow
    }
    return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
  }

  /// East Asian Wide and Fullwidth by block, emoji aside.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
