import Roster
import Testing

struct FoldedLettersTests {
  /// A folded term, whether it counts inside words, a text, and the text with brackets around what the
  /// term stands for.
  static let terms: [(String, Bool, String, String)] = [
    ("ann", false, "Ann Example", "[Ann] Example"),
    ("an", false, "Ann Anders", "[An]n [An]ders"),
    ("obrien", false, "Seán O’Brien", "Seán [O’Brien]"),
    ("obr", false, "Seán O'Brien", "Seán [O'Br]ien"),
    ("sean", false, "Sea\u{301}n", "[Sea\u{301}n]"),
    ("okland", false, "Bjørn Økland", "Bjørn [Økland]"),
    ("strasse", false, "Hohe Straße", "Hohe [Straße]"),
    ("stras", false, "Straße", "[Straß]e"),
    ("ample", true, "Example", "Ex[ample]"),
    ("ample", false, "Example", "Example"),
    ("マー", false, "マーチン", "[マー]チン"),
    ("チン", true, "マーチン", "マー[チン]"),
    ("zoe", true, "Ann", "Ann"),
    ("", true, "Ann", "Ann"),
    ("b", false, "-- a -- b --", "-- a -- [b] --"),
    ("ann", true, "", ""),
  ]

  @Test(arguments: terms)
  func aTermIsFoundInTheTextAsWritten(
    term: String, insideWords: Bool, text: String, expected: String
  ) {
    let found = FoldedLetters(text).ranges(of: term, insideWords: insideWords)
    #expect(bracketed(text, found) == expected)
  }

  static let phrases: [([String], String, String)] = [
    (["ann", "example"], "Ann  Example", "[Ann  Example]"),
    (["ann", "ex"], "Ann  Example", "Ann  Example"),
    (["o", "brien"], "Seán O-Brien", "Seán [O-Brien]"),
    ([], "Ann", "Ann"),
    (["a", "b", "c"], "a b", "a b"),
  ]

  @Test(arguments: phrases)
  func aPhraseIsWholeWordsSideBySide(phrase: [String], text: String, expected: String) {
    #expect(bracketed(text, FoldedLetters(text).ranges(ofPhrase: phrase)) == expected)
  }

  @Test func partsThatOverlapBecomeOne() {
    let text = "Ann Example"
    let letters = FoldedLetters(text)
    let parts = ["example", "a", "an", "ann"].flatMap { letters.ranges(of: $0, insideWords: false) }
    #expect(bracketed(text, FoldedLetters.merged(parts)) == "[Ann] [Example]")
  }

  @Test(arguments: ["", "Seán O’Brien", "Hohe Straße 7", "マーチン", "a.b c'd", "🦊 fox", "ﬁne"])
  func theWordsAreThoseOfFoldedText(text: String) {
    #expect(FoldedLetters(text).plainWords == FoldedText.words(in: text))
  }

  private func bracketed(_ text: String, _ parts: [Range<String.Index>]) -> String {
    var (result, end) = ("", text.startIndex)
    for part in parts {
      result += text[end..<part.lowerBound] + "[" + text[part] + "]"
      end = part.upperBound
    }
    return result + text[end...]
  }
}
