import Roster
import Testing

@testable import ModExportCommands

struct TableRendererTests {
  static let columns = [
    View.Column("display_name", .text, ""), View.Column("reputation", .integer, ""),
    View.Column("location", .text, ""), View.Column("last_seen", .time, ""),
  ]

  static let people = Listing(
    columns: columns,
    rows: [
      [.text("Ann Example"), .integer(1), .text("Oslo"), .text("2026-11-20")],
      [.text("マーチン"), .integer(-12_345), .null, .text("2026-11-20")],
      [.text("שלום"), .integer(7), .text("a\nb"), .null],
      [.text("Longname von und zu Beispiel"), .integer(99), .text("東京都千代田区"), .null],
    ])

  @Test func withoutATerminalNothingIsCutOrMarked() {
    #expect(
      rendered(Self.people, .none, Self.marks("ann", of: "Ann Example")) == """
        display_name                  reputation  location        last_seen
        Ann Example                            1  Oslo            2026-11-20
        マーチン                          -12345                  2026-11-20
        שלום                                   7  a\u{FFFD}b
        Longname von und zu Beispiel          99  東京都千代田区

        """)
  }

  @Test func aTerminalIsFilledAndNotOverrun() {
    #expect(
      rendered(Self.people, Terminal(columns: 50, isStyled: false)) == """
        display_name  reputation  location      last_seen
        Ann Example            1  Oslo          2026-11-20
        マーチン          -12345                2026-11-20
        \u{2068}שלום\u{2069}                   7  a\u{FFFD}b
        Longname vo…          99  東京都千代…

        """)
  }

  @Test func stylesMarkTheHeaderAndTheMatches() {
    let listing = Listing(columns: [Self.columns[0]], rows: [[.text("Ann Example")]])
    let marks = Self.marks("ex", of: "Ann Example")
    #expect(
      rendered(listing, Terminal(columns: 12, isStyled: true), marks)
        == "\u{1B}[1mdisplay_name\u{1B}[22m\nAnn \u{1B}[1mEx\u{1B}[22mample\n")
  }

  @Test func noLineIsWiderThanTheTerminalWhileTextCanGiveWay() {
    for width in 38...120 {
      let text = rendered(Self.people, Terminal(columns: width, isStyled: false))
      for line in text.split(separator: "\n") {
        #expect(DisplayWidth.columns(of: String(line)) <= width)
      }
    }
  }

  @Test func anEmptyListDrawsNothing() {
    #expect(rendered(Listing(columns: Self.columns, rows: []), .none).isEmpty)
  }

  static let layouts: [([Int], [Bool], Int, [Int])] = [
    ([10, 10], [true, true], 22, [10, 10]),
    ([10, 30], [true, true], 22, [10, 10]),
    ([20, 30], [true, true], 22, [10, 10]),
    ([20, 5, 30], [true, true, true], 29, [10, 5, 10]),
    ([30, 8], [false, true], 22, [30, 4]),
    ([5_000_000], [true], 40, [40]),
    ([3, 90], [true, true], 2, [3, 4]),
    ([], [], 80, []),
  ]

  @Test(arguments: layouts)
  func theWidestGivesWayFirst(
    widths: [Int], flexible: [Bool], available: Int, expected: [Int]
  ) {
    let fitted = TableRenderer.fitting(widths, flexible: flexible, into: available)
    #expect(fitted == expected)
  }

  /// What a term marks in a name in the first row.
  private static func marks(_ term: String, of name: String) -> TableMarks {
    var marks = TableMarks()
    let parts = FoldedLetters(name).ranges(of: term, insideWords: false)
    marks.add(parts, of: name, in: name, row: 0, column: "display_name")
    return marks
  }

  private func rendered(
    _ listing: Listing, _ terminal: Terminal, _ marks: TableMarks = TableMarks()
  ) -> String {
    var text = ""
    TableRenderer(terminal: terminal, marks: marks)
      .render(listing) { text += $0 }
    return text
  }
}
