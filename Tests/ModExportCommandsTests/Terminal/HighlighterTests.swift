import ModExportCommands
import Testing

struct HighlighterTests {
  /// Query terms, a text, and the text with brackets around what is bold.
  static let cases: [([String], String, String)] = [
    (["ann"], "Ann Example", "[Ann] Example"),
    (["ex", "an"], "Ann Example", "[An]n [Ex]ample"),
    (["ann ex"], "Ann  Example", "[Ann  Ex]ample"),
    (["obrien"], "Seán O’Brien", "Seán [O’Brien]"),
    (["o'br"], "Seán O'Brien", "Seán [O'Br]ien"),
    (["sean"], "Sea\u{301}n", "[Sea\u{301}n]"),
    (["okland"], "Bjørn Økland", "Bjørn [Økland]"),
    (["strasse"], "Hohe Straße", "Hohe [Straße]"),
    (["stras"], "Straße", "[Straß]e"),
    (["ample"], "Example", "Ex[ample]"),
    (["am"], "Example", "Example"),
    (["マー"], "マーチン", "[マー]チン"),
    (["a", "an", "ann"], "Ann", "[Ann]"),
    (["zoe"], "Ann", "Ann"),
    ([], "Ann", "Ann"),
    (["", "-", "'"], "Ann", "Ann"),
    (["b"], "-- a -- b --", "-- a -- [b] --"),
    (["ann"], "", ""),
  ]

  @Test(arguments: cases)
  func whatMatchesIsBold(terms: [String], text: String, expected: String) {
    let styled = Terminal(columns: 80, isStyled: true)
    let marked = Highlighter(terms: terms).marked(text, on: styled)
    let bold = expected.replacing("[", with: "\u{1B}[1m").replacing("]", with: "\u{1B}[22m")
    #expect(marked == bold)
  }

  @Test func withoutStylesNothingIsMarked() {
    let plain = Terminal(columns: 80, isStyled: false)
    #expect(Highlighter(terms: ["ann"]).marked("Ann", on: plain) == "Ann")
  }
}
