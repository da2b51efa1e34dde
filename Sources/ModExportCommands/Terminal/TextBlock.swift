/// Text in lines that fit a terminal.
enum TextBlock {
  /// Where the meaning of an entry begins.
  static let labelColumns = 26
  /// Narrower text than this is harder to read than lines that the terminal breaks.
  private static let leastColumns = 40

  /// The words of a text in lines that fit, each with a line break; a longer word has a line of its own.
  ///
  /// - Parameters:
  ///   - indent: The spaces before each line.
  ///   - columns: The width of a line with its indentation.
  static func wrapped(_ text: String, indent: Int, _ columns: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return "" }
    let width = max(1, max(columns, leastColumns) - indent)
    return WrappedText.lines(of: words, columns: width, breaksWords: false)
      .map { "\(margin)\($0)\n" }.joined()
  }

  /// A text whose first line begins with a label, and whose further lines are indented as far.
  static func hanging(_ label: String, _ text: String, _ columns: Int) -> String {
    label + wrapped(text, indent: label.count, columns).dropFirst(label.count)
  }

  /// A label, and beside or below it what it means.
  static func entry(_ label: String, _ meaning: String, _ columns: Int) -> String {
    let start = "  \(label)"
    let meaning = wrapped(meaning, indent: labelColumns, columns)
    guard DisplayWidth.columns(of: start) <= labelColumns - 2 else {
      return wrapped(label, indent: 2, columns) + meaning
    }
    return start + meaning.dropFirst(start.count)
  }
}
