/// Breaks text into lines of a terminal.
enum WrappedText {
  /// A line with its line break; what does not fit continues in lines that begin with blanks.
  ///
  /// - Parameters:
  ///   - indent: The blanks.
  ///   - columns: The width of the terminal; nil for none.
  static func hanging(_ line: String, indent: Int, columns: Int?) -> String {
    let first = lines(of: line, columns: columns)
    guard let columns, let head = first.first, first.count > 1 else { return line + "\n" }
    let rest = String(line.dropFirst(head.count).drop { $0 == " " })
    let margin = String(repeating: " ", count: indent)
    let more = lines(of: rest, columns: max(1, columns - indent))
    return ([head] + more.map { margin + $0 }).map { $0 + "\n" }.joined()
  }

  /// A text beside its label, or, where that leaves little room, below it.
  ///
  /// - Parameters:
  ///   - head: Ends with the gap before the text.
  ///   - columns: The width of the terminal; nil for none.
  static func beside(_ head: String, _ text: String, columns: Int?) -> String {
    let width = DisplayWidth.columns(of: head)
    if (columns ?? .max) - width >= leastBeside {
      let lines = lines(of: text, columns: columns.map { $0 - width })
      return head + lines.joined(separator: "\n" + String(repeating: " ", count: width)) + "\n"
    }
    let below = lines(of: text, columns: columns.map { max(1, $0 - 4) })
    return String(head.reversed().drop { $0 == " " }.reversed()) + "\n"
      + below.map { "    \($0)\n" }.joined()
  }

  /// The least room for a text beside its label.
  private static let leastBeside = 30

  /// Lines of at most so many columns, broken at blanks.
  ///
  /// - Parameters:
  ///   - columns: 1 or more; nil for one line.
  ///   - breaksWords: Whether a word that is longer than a line is broken anywhere; else it is a line.
  static func lines(of text: String, columns: Int?, breaksWords: Bool = true) -> [String] {
    guard let columns, DisplayWidth.columns(of: text) > columns else { return [text] }
    var (lines, line, used) = ([String](), "", 0)
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let width = DisplayWidth.columns(of: String(word))
      if !line.isEmpty, used + 1 + width > columns {
        lines.append(line)
        (line, used) = ("", 0)
      } else if !line.isEmpty {
        line += " "
        used += 1
      }
      for character in word {
        let width = DisplayWidth.columns(of: character)
        if breaksWords, used + width > columns, !line.isEmpty {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(character)
        used += width
      }
    }
    return (lines + [line]).filter { !$0.isEmpty }
  }
}

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
