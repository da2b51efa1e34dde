import Roster
import Tables
import TestKit
import Testing

struct CSVReaderTests {
  private static func records(_ bytes: [UInt8], pieces: Int) throws -> [[String]] {
    var rest = bytes[...]
    var reader = Tables.CSVReader {
      defer { rest = rest.dropFirst(pieces) }
      return Array(rest.prefix(pieces))
    }
    var records: [[String]] = []
    while let record = try reader.next() { records.append(record) }
    return records
  }

  @Test(arguments: [1, 3, 4, 5, 1_000])
  func recordsAreReadInBothLineEndingsHoweverTheyCome(pieces: Int) throws {
    let text = "\u{FEFF}a,b\r\n\"x, \"\"y\"\"\nz\",\n\n  ü ,\"\"\n1,2"
    #expect(
      try Self.records(Array(text.utf8), pieces: pieces) == [
        ["a", "b"], ["x, \"y\"\nz", ""], ["  ü ", ""], ["1", "2"],
      ])
    // Only at the beginning is the mark none of the text.
    let inside = Array("abc\u{FEFF}d".utf8)
    #expect(try Self.records(inside, pieces: pieces) == [["abc\u{FEFF}d"]])
    #expect(try Self.records([], pieces: pieces) == [])
  }

  @Test(arguments: [
    ("a\nb\"c\n", 2, "the record has a quotation mark within a field without any"),
    ("a\n\"b\n\nc", 2, "the record has a field in quotes without an end"),
    ("\"a\"b\n", 1, "the record goes on after a field in quotes"),
    ("a\nLONG\n", 2, "the record has more than 64 KiB"),
  ])
  func whatIsNoRecordIsRefusedWithItsLine(text: String, line: Int, reason: String) {
    let text = text.replacing("LONG", with: String(repeating: "x", count: 70_000))
    let thrown = #expect(throws: Tables.CSVReader.Malformed.self) {
      try Self.records(Array(text.utf8), pieces: 1_000)
    }
    #expect(thrown == .init(line: line, reason: reason))
  }

  @Test func bytesThatAreNoTextAreRefused() {
    let thrown = #expect(throws: Tables.CSVReader.Malformed.self) {
      try Self.records([0x61, 0x0A, 0xFF, 0x0A], pieces: 9)
    }
    #expect(thrown?.line == 2)
    #expect(thrown?.reason == "the record is not UTF-8: convert the file, such as with iconv")
  }

  /// What the writer writes is read again as it was, but for what has no value.
  @Test func whatIsWrittenIsReadAgain() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededRandom(seed: seed)
    let pieces = ["a", ",", "\"", "\n", "\r\n", " ", "é", "=1", ""]
    let rows = (0..<200).map { _ in
      (0..<3).map { _ in
        (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(pieces) }.joined()
      }
    }
    let sink = CollectingSink()
    var writer = try CSVWriter(
      columns: ["a", "b", "c"].map { View.Column($0, .text, "") }, to: sink)
    for row in rows { try writer.write(row.map { .text($0) }) }
    try writer.finish()
    #expect(try Self.records(sink.bytes, pieces: 11) == [["a", "b", "c"]] + rows, "seed \(seed)")
  }
}
