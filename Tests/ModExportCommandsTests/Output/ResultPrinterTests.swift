import ModExportCommands
import Roster
import Testing

struct ResultPrinterTests {
  static let people = Listing(
    columns: [
      View.Column("network", .text, ""), View.Column("user_id", .integer, ""),
      View.Column("name", .text, ""),
    ],
    rows: [[.text("n"), .integer(7), .text("Ann")], [.text("n"), .integer(12), .null]])

  @Test(arguments: [
    (OutputFormat.json, "json 3 2"), (.csv, "csv 3 2"),
    (.table, "name  user_id\nAnn         7\n           12\n"),
  ])
  func theFormDecidesWhoWrites(format: OutputFormat, text: String) throws {
    #expect(try printed(Self.people, format) == text)
  }

  @Test func anEmptyTableSaysNothing() throws {
    var none = Self.people
    none.rows = []
    #expect(try printed(none, .table).isEmpty)
    #expect(try printed(none, .json) == "json 3 0")
  }

  private func printed(_ listing: Listing, _ format: OutputFormat) throws -> String {
    let sink = MemorySink()
    let results = ResultStream(sink)
    let printer = ResultPrinter(
      format: format, results: results, terminal: .none,
      json: { try $1("json \($0.columns.count) \($0.rows.count)") },
      csv: { try $1("csv \($0.columns.count) \($0.rows.count)") })
    try printer.print(listing, tableColumns: ["name", "user_id", "unheard_of"])
    try results.flush()
    return sink.text
  }
}
