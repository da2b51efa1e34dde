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

  @Test func foldingIsItsOwnFixedPoint() {
    for text in ["Straße Øyvind", "Đặng Thị", "ﬃ ǅ", "İstanbul", "ΑΣ σς"] {
      let once = FoldedText.folding(text)
      #expect(FoldedText.folding(once) == once)
    }
  }
}
