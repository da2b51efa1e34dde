import Roster
import Tables
import Testing

@testable import ModExportCommands

struct ResultPrinterTests {
  static let people = Listing(
    columns: [
      View.Column("network", .text, ""), View.Column("user_id", .integer, ""),
      View.Column("name", .text, ""),
    ],
    rows: [[.text("n"), .integer(7), .text("Ann")], [.text("n"), .integer(12), .null]])

  @Test(arguments: [
    (
      OutputFormat.json,
      """
      [
      {"network":"n","user_id":7,"name":"Ann"},
      {"network":"n","user_id":12,"name":null}
      ]

      """
    ),
    (
      .jsonl,
      """
      {"network":"n","user_id":7,"name":"Ann"}
      {"network":"n","user_id":12,"name":null}

      """
    ),
    (.csv, "network,user_id,name\r\nn,7,Ann\r\nn,12,\r\n"),
    (.table, "name  user_id\nAnn         7\n           12\n"),
  ])
  func theFormDecidesWhoWrites(format: OutputFormat, text: String) throws {
    #expect(try printed(Self.people, format) == text)
  }

  @Test(arguments: [
    (OutputFormat.json, "[\n  1,\n  {\n    \"a\": 2\n  }\n]\n"), (.jsonl, "1\n{\"a\":2}\n"),
    (.csv, "network,user_id,name\r\nn,7,Ann\r\nn,12,\r\n"), (.table, "a table\n"),
  ])
  func anArrayOfItsOwnIsPrintedByItsMembers(format: OutputFormat, text: String) throws {
    let results = CapturedStream()
    let stream = ResultStream(results)
    let printer = ResultPrinter(format: format, results: stream, terminal: .none)
    let array = JSONValue.array([.integer(1), .object([("a", .integer(2))])])
    try printer.print(array, rows: Self.people) { try stream.write("a table\n") }
    try stream.flush()
    #expect(results.text == text)
  }

  /// A program gets what is there; a terminal would obey it.
  @Test(arguments: [nil, 80])
  func nothingThatControlsReachesATerminal(columns: Int?) throws {
    var listing = Self.people
    listing.rows = [[.text("a\u{1B}[2Jb\r\n\u{9B}3m\u{202E}"), .integer(7), .text("\u{7F}c")]]
    for format in [OutputFormat.csv, .json, .jsonl, .table] {
      let sink = CapturedStream()
      let results = ResultStream(sink)
      let terminal = Terminal(columns: columns, isStyled: false)
      try ResultPrinter(format: format, results: results, terminal: terminal).print(listing)
      try results.flush()
      let isRaw = sink.text.unicodeScalars.contains {
        "\u{1B}\u{7F}\u{9B}".unicodeScalars.contains($0)
      }
      #expect(isRaw == (format == .csv && columns == nil), "\(format)")
    }
  }

  @Test func anEmptyTableSaysNothing() throws {
    var none = Self.people
    none.rows = []
    #expect(try printed(none, .table).isEmpty)
    #expect(try printed(none, .json) == "[]\n")
    #expect(try printed(none, .jsonl).isEmpty)
  }

  private func printed(_ listing: Listing, _ format: OutputFormat) throws -> String {
    let sink = CapturedStream()
    let results = ResultStream(sink)
    try ResultPrinter(format: format, results: results, terminal: .none)
      .print(listing, tableColumns: ["name", "user_id", "unheard_of"])
    try results.flush()
    return sink.text
  }
}
