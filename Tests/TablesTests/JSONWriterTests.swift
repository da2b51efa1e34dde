import Foundation
import Roster
import Tables
import TestKit
import Testing

struct JSONWriterTests {
  private let columns = ["id", "na\"me", "c"].map { View.Column($0, .text, "") }

  private func json(_ rows: [Row], _ layout: JSONWriter.Layout) throws -> String {
    let sink = CollectingSink()
    var writer = JSONWriter(columns: columns, layout: layout, to: sink)
    try writer.write(Listing(columns: columns, rows: rows))
    return sink.text
  }

  @Test func rowsBecomeAnArrayOfObjects() throws {
    let text = try json([[1, "x", .null], [-1, "", "y"]], .array)
    #expect(
      text == """
        [
        {"id":1,"na\\"me":"x","c":null},
        {"id":-1,"na\\"me":"","c":"y"}
        ]

        """)
    #expect(try json([], .array) == "[]\n")
  }

  @Test func rowsBecomeLines() throws {
    #expect(try json([[1, "x", .null], [2, "y", "z"]], .lines).split(separator: "\n").count == 2)
    #expect(try json([], .lines).isEmpty)
  }

  @Test func whatBreaksLinesOrScriptsIsEscaped() throws {
    let text = try json(
      [[1, "\u{0}\u{8}\n\r\t\u{1F}\u{7F}\u{2028}\u{2029}\\\"/ß😀", .null]], .lines)
    #expect(
      text.hasPrefix(
        "{\"id\":1,\"na\\\"me\":\"\\u0000\\u0008\\n\\r\\t\\u001f\\u007f\\u2028\\u2029\\\\\\\"/ß😀\"")
    )
  }

  @Test(arguments: 0..<200)
  func everyTableComesBackFromItsJSON(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let rows = (0..<20).map { _ in (0..<3).map { _ in random.cell() } }
    let array = try JSONSerialization.jsonObject(with: Data(try json(rows, .array).utf8))
    #expect(try #require(array as? [[String: Any]]).map(cells) == rows, "seed \(seed)")
    let lines = try json(rows, .lines).utf8.split(separator: UInt8(ascii: "\n"))
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0)) }
    #expect(objects.compactMap { $0 as? [String: Any] }.map(cells) == rows, "seed \(seed)")
  }

  private func cells(of object: [String: Any]) -> Row {
    columns.map { column in
      switch object[column.name] {
      case let text as String: .text(text)
      case let number as NSNumber: .integer(number.intValue)
      default: .null
      }
    }
  }
}
