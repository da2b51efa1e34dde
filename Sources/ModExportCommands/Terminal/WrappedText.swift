/// Breaks text into lines of a terminal.
enum WrappedText {
  /// A line with its line break; what does not fit stands in further lines that begin with blanks.
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
