import Roster
import Tables
import TestKit
import Testing

struct CSVWriterTests {
  private let columns = ["a", "b", "c"].map { View.Column($0, .text, "") }

  private func csv(_ rows: [Row], spreadsheetSafe: Bool = false) throws -> (String, Int) {
    let sink = CollectingSink()
    var writer = try CSVWriter(columns: columns, spreadsheetSafe: spreadsheetSafe, to: sink)
    for row in rows { try writer.write(row) }
    try writer.finish()
    return (sink.text, writer.formulaCells)
  }

  @Test func fieldsAreQuotedWhereTheyHaveToBe() throws {
    let (text, _) = try csv([
      ["plain", 7, .null], ["a,b", "say \"hi\"", ""], ["line\nbreak", "cr\rhere", " space "],
    ])
    let expected =
      "a,b,c\r\nplain,7,\r\n\"a,b\",\"say \"\"hi\"\"\",\"\"\r\n"
      + "\"line\nbreak\",\"cr\rhere\",\" space \"\r\n"
    #expect(Array(text.utf8) == Array(expected.utf8))
  }

  /// Readers are known to drop white space at the beginning of a field that has no quotes.
  @Test(arguments: [" a", "\u{A0}a", "\u{3000}", "\ta", "a\u{B}b", " "])
  func whatReadersMightCutIsQuoted(value: String) throws {
    let (text, _) = try csv([["x", .text(value), "y"]])
    #expect(Array(text.utf8) == Array("a,b,c\r\nx,\"\(value)\",y\r\n".utf8))
  }

  @Test func aSingleColumnWithoutValueIsStillARecord() throws {
    let sink = CollectingSink()
    var writer = try CSVWriter(columns: [columns[0]], to: sink)
    try writer.write(Listing(columns: [columns[0]], rows: [[.null]]))
    #expect(sink.text == "a\r\n\"\"\r\n")
  }

  @Test func formulasAreCountedAndLeftExact() throws {
    let (text, formulas) = try csv([["=1+1", "+1", "-1"], ["@x", -1, "x=1"]])
    #expect(text == "a,b,c\r\n=1+1,+1,-1\r\n@x,-1,x=1\r\n")
    #expect(formulas == 4)
  }

  @Test func formulasAreGuardedForSpreadsheets() throws {
    let (text, formulas) = try csv(
      [["=1+1", "\tx", "\r"], ["@\"", -1, "'"]], spreadsheetSafe: true)
    #expect(text.unicodeScalars.first == "\u{FEFF}")
    #expect(
      Array(text.utf8.dropFirst(3))
        == Array("a,b,c\r\n'=1+1,\"'\tx\",\"'\r\"\r\n\"'@\"\"\",-1,'\r\n".utf8))
    #expect(formulas == 2)
  }

  @Test(arguments: 0..<200)
  func everyTableComesBackFromItsCSV(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let rows = (0..<20).map { _ in (0..<3).map { _ in random.cell() } }
    let (text, _) = try csv(rows)
    let records = try CSVReader.records(in: Array(text.utf8))
    #expect(records.dropFirst().map { $0 } == rows.map { $0.map(\.asField) }, "seed \(seed)")
  }

  @Test func aLongTableReachesTheSinkInPieces() throws {
    let sink = CountingSink()
    var writer = try CSVWriter(columns: columns, to: sink)
    for number in 0..<100_000 { try writer.write([.integer(number), "some text", .null]) }
    #expect(sink.largest < 200_000)
    #expect(sink.pieces > 10)
    try writer.finish()
  }
}

extension Cell {
  fileprivate var asField: String? {
    if case .null = self { nil } else { description }
  }
}

private final class CountingSink: ByteSink {
  var largest = 0
  var pieces = 0

  func write(_ bytes: [UInt8]) {
    largest = max(largest, bytes.count)
    pieces += 1
  }
}
