/// The parts of a table's cells that stand in bold, such as what a search found.
package struct TableMarks: Hashable, Sendable {
  /// Places in Unicode scalars of a text, since making a text visible replaces one by one.
  private var ranges: [Cell: [Range<Int>]] = [:]

  private struct Cell: Hashable {
    var row: Int
    var column: String
  }

  /// No marks.
  package init() {}

  /// Marks parts of a cell.
  ///
  /// - Parameters:
  ///   - parts: Ranges of `text`, in order and without overlaps.
  ///   - text: A text that the cell ends with: what stands before it in the cell moves the marks.
  ///   - cell: What the cell holds.
  ///   - row: The number of the row, from 0.
  ///   - column: The column's name.
  package mutating func add(
    _ parts: [Range<String.Index>], of text: String, in cell: String, row: Int, column: String
  ) {
    guard !parts.isEmpty else { return }
    let shift = cell.unicodeScalars.count - text.unicodeScalars.count
    ranges[Cell(row: row, column: column)] = parts.map { part in
      let start = text.unicodeScalars.distance(from: text.startIndex, to: part.lowerBound) + shift
      return start..<(start + text.unicodeScalars[part].count)
    }
  }

  /// What the cell shows with its marked parts in bold, where the terminal allows styles.
  ///
  /// - Parameter shown: The cell's text, perhaps cut at its end.
  func marked(_ shown: String, row: Int, column: String, on terminal: Terminal) -> String {
    guard terminal.isStyled, let ranges = ranges[Cell(row: row, column: column)] else {
      return shown
    }
    let scalars = Array(shown.unicodeScalars)
    // The ellipsis of a cut text is no part of what was found.
    let end = scalars.last == "…" ? scalars.count - 1 : scalars.count
    var (marked, done) = ("", 0)
    for range in ranges where range.lowerBound < end {
      let range = range.clamped(to: done..<end)
      marked += Self.text(scalars[done..<range.lowerBound])
      marked += terminal.bold(Self.text(scalars[range]))
      done = range.upperBound
    }
    return marked + Self.text(scalars[done...])
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
