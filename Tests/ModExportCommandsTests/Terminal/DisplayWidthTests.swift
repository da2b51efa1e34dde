import Testing

@testable import ModExportCommands

struct DisplayWidthTests {
  static let widths: [(String, Int)] = [
    ("", 0), ("Ann", 3), ("Seán", 4), ("Sea\u{301}n", 4), ("Straße", 6), ("Łukasz", 6),
    ("マーチン", 8), ("漢字", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("ﾏｰﾁﾝ", 4), ("ＡＢ", 4),
    ("Дмитрий", 7), ("שלום", 4), ("محمد", 4), ("हिन्दी", 5), ("ไทย", 3),
    ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇳🇴", 2), ("1️⃣", 2), ("❤️", 2), ("❤", 1), ("★", 1),
    ("⭐", 2), ("𝔸𝔫𝔫", 3), ("𠮷", 2), ("…", 1), ("\u{FFFD}", 1), ("a\u{200B}b", 2), ("a\u{AD}b", 3),
    ("\u{2068}x\u{2069}", 1), ("®", 1), ("±", 1),
  ]

  @Test(arguments: widths)
  func textIsAsWideAsTerminalsDrawIt(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  static let truncations: [(String, Int, String)] = [
    ("Ann", 3, "Ann"), ("Anna", 3, "An…"), ("Anna", 1, "…"), ("マーチン", 8, "マーチン"),
    ("マーチン", 7, "マーチ…"), ("マーチン", 6, "マー…"), ("Sea\u{301}n", 3, "Se…"),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"), ("👨‍👩‍👧‍👦x", 2, "…"), ("", 1, ""),
  ]

  @Test(arguments: truncations)
  func whatIsTooLongEndsInAnEllipsis(text: String, columns: Int, shown: String) {
    let truncated = DisplayWidth.truncated(text, to: columns)
    #expect(truncated == shown)
    #expect(DisplayWidth.columns(of: truncated) <= columns)
  }
}

struct VisibleTextTests {
  static let texts: [(String, String)] = [
    ("Ann O’Brien", "Ann O’Brien"), ("", ""), ("a\u{1B}[31mb", "a\u{FFFD}[31mb"),
    ("a\u{0}b\tc\nd\re", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e"), ("a\r\nb", "a\u{FFFD}\u{FFFD}b"),
    ("\u{7F}\u{9B}2J", "\u{FFFD}\u{FFFD}2J"), ("x\u{202E}evil", "x\u{FFFD}evil"),
    ("x\u{2069}\u{2028}", "x\u{FFFD}\u{FFFD}"), ("\u{A0}é漢😀", "\u{A0}é漢😀"),
    ("👨‍👩‍👧", "👨‍👩‍👧"),
  ]

  @Test(arguments: texts)
  func nothingControlsTheTerminal(text: String, visible: String) {
    #expect(VisibleText.sanitized(text) == visible)
  }

  @Test func rightToLeftTextKeepsItsDirectionToItself() {
    #expect(VisibleText.isolated("Ann") == "Ann")
    for text in ["שלום", "Ann محمد"] {
      #expect(VisibleText.isolated(text) == "\u{2068}\(text)\u{2069}")
    }
  }
}
