import Roster
import Testing

@testable import ModExportCommands

struct TableMarksTests {
  /// A text, what is found in it, what stands before it in the cell, the columns of the terminal, and the
  /// cell as a terminal shows it with brackets around what is bold.
  static let cases: [(String, String, String, Int, String)] = [
    ("Ann Example", "ex", "", 80, "Ann [Ex]ample"),
    ("Ann Example", "ex", "formerly ", 80, "formerly Ann [Ex]ample"),
    ("Ann Example", "example", "", 8, "Ann [Exa]…"),
    ("Ann Example", "example", "", 4, "Ann…"),
    ("a\u{1B}\r\nb Ann", "ann", "", 80, "a\u{FFFD}\u{FFFD}\u{FFFD}b [Ann]"),
    ("Sea\u{301}n", "sean", "", 80, "[Sea\u{301}n]"),
    ("Ann", "zoe", "", 80, "Ann"),
  ]

  @Test(arguments: cases)
  func whatIsFoundIsBold(
    text: String, term: String, before: String, columns: Int, expected: String
  ) {
    let bold = expected.replacing("[", with: "\u{1B}[1m").replacing("]", with: "\u{1B}[22m")
    let terminal = Terminal(columns: columns, isStyled: true)
    #expect(cell(text, term, before, terminal) == bold)
  }

  @Test func withoutStylesNothingIsMarked() {
    #expect(cell("Ann", "ann", "", Terminal(columns: 80, isStyled: false)) == "Ann")
  }

  private func cell(
    _ text: String, _ term: String, _ before: String, _ terminal: Terminal
  ) -> String {
    var marks = TableMarks()
    let parts = FoldedLetters(text).ranges(of: term, insideWords: false)
    marks.add(parts, of: text, in: before + text, row: 0, column: "n")
    var lines: [String] = []
    let listing = Listing(columns: [View.Column("n", .text, "")], rows: [[.text(before + text)]])
    TableRenderer(terminal: terminal, marks: marks).render(listing) { lines.append($0) }
    return String((lines.last ?? "").dropLast())
  }
}
