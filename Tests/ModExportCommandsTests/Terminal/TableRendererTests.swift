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

  @Test func noLineIsWiderThanTheTerminal() {
    for width in 4...120 {
      let text = rendered(Self.people, Terminal(columns: width, isStyled: false))
      for line in text.split(separator: "\n") {
        #expect(DisplayWidth.columns(of: String(line)) <= width)
      }
    }
  }

  static let sites = Listing(
    columns: [
      View.Column("site", .text, "", shortening: .never), View.Column("name", .text, ""),
      View.Column("seen", .time, ""), View.Column("list", .text, "", shortening: .betweenWords),
    ],
    rows: [
      [
        .text("stackoverflow"), .text("Stack Overflow"), .text("2026-11-20T03:00:00Z"),
        .text("cooking math physics"),
      ]
    ])

  @Test(arguments: [
    (200, "stackoverflow  Stack Overflow  2026-11-20T03:00:00Z  cooking math physics", []),
    (64, "stackoverflow  Stack Overflow  2026-11-20  cooking math physics", []),
    (60, "stackoverflow  Stack Overflow  2026-11-20  cooking math …", []),
    (48, "stackoverflow  Stack Overflow  2026-11-20", ["list"]),
    (36, "stackoverflow  Stack Overflow", ["seen", "list"]),
    (26, "stackoverflow  Stack Over…", ["seen", "list"]),
    (20, "stackoverflow", ["name", "seen", "list"]),
  ])
  func anIdentifierIsNeverCut(width: Int, row: String, left: [String]) {
    var lines: [String] = []
    let renderer = TableRenderer(terminal: Terminal(columns: width, isStyled: false))
    let missing = renderer.render(Self.sites) { lines.append($0) }
    #expect(lines.last == row + "\n")
    #expect(missing == left)
  }

  @Test func anEmptyListDrawsNothing() {
    #expect(rendered(Listing(columns: Self.columns, rows: []), .none).isEmpty)
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
