import Roster
import Tables
import TestKit
import Testing

struct CopyWriterTests {
  private func copy(_ rows: [Row]) throws -> String {
    let sink = CollectingSink()
    var writer = CopyWriter(to: sink)
    for row in rows { try writer.write(row) }
    try writer.finish()
    return sink.text
  }

  @Test func noValueAndNoTextDiffer() throws {
    #expect(
      try copy([["a", .null, ""], ["\\N", -7, "\\."]]) == "a\t\\N\t\n\\\\N\t-7\t\\\\.\n\\.\n")
  }

  @Test func breaksAndTabsStayInTheirCell() throws {
    #expect(try copy([["a\tb", "c\r\nd", "e\u{1}f"]]) == "a\\tb\tc\\r\\nd\te\u{1}f\n\\.\n")
  }

  /// PostgreSQL cannot store U+0000.
  @Test func aNULIsReplaced() throws {
    #expect(try copy([["a\0b"]]) == "a\u{FFFD}b\n\\.\n")
  }

  @Test(arguments: 0..<50)
  func everyRowIsALineThatCanBeTakenApart(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let alphabet: [Unicode.Scalar] = ["\\", "\n", "\r", "\t", "N", ".", "a", "\u{5E9}", "\u{FFFD}"]
    let rows: [Row] = (0..<20).map { _ in
      (0..<3).map { _ in
        let length = Int.random(in: 0...6, using: &random)
        let scalars = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? "a" }
        return .text(String(String.UnicodeScalarView(scalars)))
      }
    }
    // By bytes: a `Character` may be CR and LF.
    let lines = try copy(rows).utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    #expect(lines.count == 22 && lines[21].isEmpty)
    let read = lines.prefix(20).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { Cell.text(Self.unescaped(Array($0))) }
    }
    #expect(read == rows)
  }

  private static func unescaped(_ bytes: [UInt8]) -> String {
    var (text, rest) = ([UInt8](), bytes[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case let other: text += other.map { [$0] } ?? []
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
