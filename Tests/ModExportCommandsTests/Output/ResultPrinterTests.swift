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
    (.csv, "network,user_id,name\r\nn,7,Ann\r\nn,12,\r\n"),
    (.table, "name  user_id\nAnn         7\n           12\n"),
  ])
  func theFormDecidesWhoWrites(format: OutputFormat, text: String) throws {
    #expect(try printed(Self.people, format) == text)
  }

  @Test func anEmptyTableSaysNothing() throws {
    var none = Self.people
    none.rows = []
    #expect(try printed(none, .table).isEmpty)
    #expect(try printed(none, .json) == "[]\n")
  }

  private func printed(_ listing: Listing, _ format: OutputFormat) throws -> String {
    let sink = CapturedStream()
    let results = ResultStream(sink)
    let printer = ResultPrinter(
      format: format, results: results, terminal: .none)
    try printer.print(listing, tableColumns: ["name", "user_id", "unheard_of"])
    try results.flush()
    return sink.text
  }
}
