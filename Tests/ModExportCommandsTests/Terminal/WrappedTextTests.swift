import Testing

@testable import ModExportCommands

struct WrappedTextTests {
  static let texts: [(String, Int?, [String])] = [
    ("a bb ccc", nil, ["a bb ccc"]), ("a bb ccc", 8, ["a bb ccc"]),
    ("a bb ccc", 7, ["a bb", "ccc"]),
    ("a bb ccc", 4, ["a bb", "ccc"]), ("a bb ccc", 3, ["a", "bb", "ccc"]),
    ("abcdefg hi", 3, ["abc", "def", "g", "hi"]), ("", 5, [""]),
    ("東京 千代田", 6, ["東京", "千代田"]), ("東京千代田", 5, ["東京", "千代", "田"]),
    ("a  b", 3, ["a ", "b"]),
  ]

  @Test(arguments: texts)
  func linesBreakAtBlanksAndLongWordsAnywhere(text: String, columns: Int?, lines: [String]) {
    #expect(WrappedText.lines(of: text, columns: columns) == lines)
  }

  @Test func wordsCanStayWhole() {
    #expect(
      WrappedText.lines(of: "abcdefg hi", columns: 3, breaksWords: false) == ["abcdefg", "hi"])
  }

  @Test(arguments: [
    ("label one two three", nil, "label one two three\n"),
    ("label one two three", 19, "label one two three\n"),
    ("label one two three", 13, "label one two\n  three\n"),
    ("label one two three", 9, "label one\n  two\n  three\n"),
  ])
  func furtherLinesHang(text: String, columns: Int?, lines: String) {
    #expect(WrappedText.hanging(text, indent: 2, columns: columns) == lines)
  }
}
