import Roster
import Testing

struct FoldedTextTests {
  @Test(arguments: [
    ("O'Brien", "obrien"), ("O’Brien", "obrien"), ("OBRIEN", "obrien"), ("Bjørn", "bjorn"),
    ("Økland", "okland"), ("Łukasz Paweł", "lukasz pawel"), ("Đặng", "dang"),
    ("Straße", "strasse"), ("STRAẞE", "strasse"), ("Æsir œuvre", "aesir oeuvre"),
    ("Þór", "thor"), ("Işık", "isik"), ("Mariano Suárez-Álvarez", "mariano suarez alvarez"),
    ("J.R.R. Tolkien", "jrr tolkien"), ("ﬁne", "fine"), ("Ｆｕｌｌ", "full"),
    ("Ольга Ёлкина", "ольга елкина"), ("Ὀδυσσεύς", "οδυσσευσ"), ("マーチン", "マーチン"),
    ("李 小龍", "李 小龍"), ("שָׁלוֹם", "שלום"), ("=cmd|' /C calc'!A0", "cmd c calc a0"),
    ("  ", ""), ("", ""), ("<script>", "script"), ("a\u{0}b", "a b"), ("🦊 fox", "🦊 fox"),
    ("I\u{307}stanbul", "istanbul"),
  ])
  func foldsToWhatPeopleType(text: String, folded: String) {
    #expect(FoldedText.folding(text) == folded)
  }

  /// Archives keep folded texts: where this number is another one, ``FoldedText/version`` must be, too.
  @Test func theVersionIsThatOfThisFolding() {
    let scalars = Array(UInt32(0)...0x1FFFF) + stride(from: 0x20000, through: 0x3FFFF, by: 64)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for scalar in scalars.compactMap(Unicode.Scalar.init) {
      for byte in FoldedText.folding("a\(scalar)b").utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
    #expect(FoldedText.version == 1)
    #expect(hash == 1_267_648_521_447_137_810)
  }

  @Test func foldingIsItsOwnFixedPoint() {
    for text in ["Straße Øyvind", "Đặng Thị", "ﬃ ǅ", "İstanbul", "ΑΣ σς"] {
      let once = FoldedText.folding(text)
      #expect(FoldedText.folding(once) == once)
    }
  }
}
