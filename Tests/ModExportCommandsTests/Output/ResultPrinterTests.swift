import ModExportCommands
import Roster
import Tables
import Testing

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
    (
      OutputFormat.json,
      "[\n{\"name\":\"Ann\",\"network\":\"n\"},\n{\"name\":null,\"network\":\"n\"}\n]\n"
    ),
    (.jsonl, "{\"name\":\"Ann\",\"network\":\"n\"}\n{\"name\":null,\"network\":\"n\"}\n"),
    (.csv, "name,network\r\nAnn,n\r\n,n\r\n"),
    (.table, "name  network\nAnn   n\n      n\n"),
  ])
  func columnsAreChosenInEachForm(format: OutputFormat, text: String) throws {
    #expect(try printed(Self.people, format, columns: ["name", "network"]) == text)
    let chosen = try written(format, columns: ["name", "network"]) {
      try $0.print(.object([("document", .bool(true))]), rows: Self.people) { Issue.record() }
    }
    #expect(chosen == text)
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

  @Test(arguments: OutputFormat.allCases)
  func anUnknownColumnIsNamedBeforeAnythingIsPrinted(format: OutputFormat) throws {
    for (name, hint) in [("User-Id", " Did you mean 'user_id'?"), ("zzzzzz", "")] {
      let failure = #expect(throws: CommandFailure.self) {
        try printed(Self.people, format, columns: ["name", name])
      }
      #expect(
        failure
          == CommandFailure(
            .usage,
            "There is no column '\(name)'.\(hint) The columns are network, user_id, name."))
    }
  }

  @Test func anEmptyTableSaysNothing() throws {
    var none = Self.people
    none.rows = []
    #expect(try printed(none, .table).isEmpty)
    #expect(try printed(none, .json) == "[]\n")
    #expect(try printed(none, .jsonl).isEmpty)
  }

  private func printed(
    _ listing: Listing, _ format: OutputFormat, columns: [String] = []
  ) throws -> String {
    try written(format, columns: columns) {
      try $0.print(listing, tableColumns: ["name", "user_id", "unheard_of"])
    }
  }

  private func written(
    _ format: OutputFormat, columns: [String], _ body: (ResultPrinter) throws -> Void
  ) throws -> String {
    let sink = CapturedStream()
    let results = ResultStream(sink)
    try body(
      ResultPrinter(format: format, columns: columns, results: results, terminal: .none))
    try results.flush()
    return sink.text
  }
}
