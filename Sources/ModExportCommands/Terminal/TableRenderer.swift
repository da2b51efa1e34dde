package import Roster

/// Draws a list as a table with a header.
///
/// On a terminal the table fits its width (``TableLayout``), and what is cut ends in `…`. Elsewhere nothing
/// is cut, left out or marked.
package struct TableRenderer: Sendable {
  private let terminal: Terminal
  private let marks: TableMarks

  /// - Parameters:
  ///   - terminal: Whose width and styles are used.
  ///   - marks: What stands in bold in the cells.
  package init(terminal: Terminal, marks: TableMarks = TableMarks()) {
    self.terminal = terminal
    self.marks = marks
  }

  /// Hands out line by line, line breaks included; nothing at all for a list without rows.
  ///
  /// - Returns: The names of the columns that are left out for lack of room.
  @discardableResult
  package func render(
    _ listing: Listing, to write: (String) throws -> Void
  ) rethrows -> [String] {
    guard !listing.rows.isEmpty else { return [] }
    let cells = listing.rows.map { row in row.map { VisibleText.sanitized($0.description) } }
    let layout = TableLayout(needs(of: listing.columns, cells), into: terminal.columns)
    let columns = zip(layout.shown, layout.widths).map { (index: $0, width: $1) }
    let header = columns.map { index, width in
      let column = listing.columns[index]
      return cell(column.name, column, width, isHeader: true, marking: terminal.bold)
    }
    try write(line(header))
    for (number, row) in cells.enumerated() {
      let shown = columns.map { index, width in
        let column = listing.columns[index]
        let text = layout.hasDays ? column.withDay(row[index]) : row[index]
        return cell(text, column, width) {
          marks.marked($0, row: number, column: column.name, on: terminal)
        }
      }
      try write(line(shown))
    }
    let left = Set(listing.columns.indices).subtracting(layout.shown)
    return left.sorted().map { listing.columns[$0].name }
  }

  private func line(_ cells: [String]) -> String {
    var text = cells.joined(separator: TableLayout.gap)
    while text.last == " " { text.removeLast() }
    return text + "\n"
  }

  private func cell(
    _ text: String, _ column: View.Column, _ width: Int, isHeader: Bool = false,
    marking: (String) -> String
  ) -> String {
    let wholeWords = !isHeader && column.shortening == .betweenWords
    let fitted =
      terminal.isTerminal
      ? DisplayWidth.truncated(text, to: max(width, 1), wholeWords: wholeWords) : text
    let marked = marking(fitted)
    let shown = terminal.isTerminal ? VisibleText.isolated(marked) : marked
    let padding = String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: fitted)))
    return column.type == .integer ? padding + shown : shown + padding
  }

  private func needs(of columns: [View.Column], _ rows: [[String]]) -> [TableLayout.Need] {
    columns.enumerated().map { index, column in
      var (whole, withDays) = (DisplayWidth.columns(of: column.name), 0)
      withDays = whole
      for row in rows {
        let width = DisplayWidth.columns(of: row[index])
        whole = max(whole, width)
        let day = column.withDay(row[index])
        withDays = max(withDays, day.utf8.count < row[index].utf8.count ? day.utf8.count : width)
      }
      let isText = column.type == .text || column.type == .url
      return TableLayout.Need(
        whole: whole, withDays: withDays, canBeCut: isText && column.shortening != .never,
        isIdentifier: column.shortening == .never)
    }
  }
}

extension View.Column {
  /// The value as a day, if it is a time.
  fileprivate func withDay(_ text: String) -> String {
    let isTime = type == .time && text.utf8.count == 20 && text.dropFirst(10).first == "T"
    return isTime ? String(text.prefix(10)) : text
  }
}
