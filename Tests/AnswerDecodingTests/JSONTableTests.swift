import AnswerDecoding
import TestKit
import Testing

struct JSONTableTests {
  private static func table(_ json: String, mostRows: Int = 10) throws -> [String] {
    let table = try JSONTable(
      Array(json.utf8), list: "items", columns: ["a", "b", "b.c"], fields: ["more", "total"],
      mostRows: mostRows)
    let rows = try table.rows { cells in
      let (a, b, c) = (
        try cells.text(most: 6), try cells.object(), try cells.number(as: Int8.self)
      )
      return "\(a ?? "-") \(b) \(c.map(String.init) ?? "-")"
    }
    let fields = try table.fields { cells in
      let presence = cells.presence
      return "\(try cells.boolean() ?? false) \(try cells.number() ?? -1) \(presence)"
    }
    return rows + [fields]
  }

  @Test func rowsAndFieldsAreRead() throws {
    let read = try Self.table(
      #"""
      {"more": true, "x": [{}], "items": [{"b": {"c": 7, "d": 1}, "a": "\u00e9\ud83d\ude00"},
        {"a": null, "b.c": 9, "c": 1}, {}], "total": 9007199254740992}
      """#)
    #expect(
      read == ["é😀 true 7", "- false -", "- false -", "true 9007199254740992 [true, true]"])
    #expect(try Self.table(#"{"items":[],"total":null}"#) == ["false -1 [false, true]"])
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"items":1}"#, #"{"items":[1]}"#, #"{"items":[],"items":[]}"#,
    #"{"items":[]"#,
    #"{"items":[]} {}"#, #"{"items":[{"a":"1","a":"1"}]}"#, #"{"items":[{"b":{"c":1,"c":1}}]}"#,
    #"{"items":[{"a":1}]}"#, #"{"items":[{"a":"1234567"}]}"#, #"{"items":[{"b":[]}]}"#,
    #"{"items":[{"b":{"c":128}}]}"#, #"{"items":[{"b":{"c":1.0}}]}"#,
    #"{"items":[{"b":{"c":"1"}}]}"#,
    #"{"items":[{"b":{"c":18446744073709551615}}]}"#, #"{"items":[{"a":"\ud800"}]}"#,
    #"{"items":[],"more":1}"#, #"{"items":[],"total":9007199254740993}"#,
    #"{"items":[],"total":1e2}"#,
    "\u{FEFF}{\"items\":[]}", #"{"items":[{"a":"\#u{1}"}]}"#,
  ])
  func whatIsNotPlainIsNotRead(json: String) {
    #expect(throws: JSONTable.NotPlain.self, "\(json)") { try Self.table(json) }
  }

  @Test func bytesThatAreNotUTF8AreNotRead() {
    let body = Array(#"{"items":[{"a":"#.utf8) + [0x22, 0xFF, 0x22] + Array("}]}".utf8)
    #expect(throws: JSONTable.NotPlain.self) {
      _ = try JSONTable(body, list: "items", columns: ["a"], fields: ["f"], mostRows: 1)
    }
  }

  @Test func aListMayNotHaveMoreRowsThanAskedFor() throws {
    #expect(try Self.table(#"{"items":[{},{}]}"#, mostRows: 2).count == 3)
    #expect(throws: JSONTable.NotPlain.self) { try Self.table(#"{"items":[{},{}]}"#, mostRows: 1) }
  }

  @Test func deepNestingEnds() {
    for depth in [900, 3_000_000] {
      let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      _ = try? Self.table(#"{"items":[{"d":\#(deep)}]}"#)
    }
  }
}
