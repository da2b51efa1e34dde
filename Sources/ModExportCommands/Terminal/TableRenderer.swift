package import Roster

/// Draws a list as a table with a header.
///
/// On a terminal the table fits its width: the widest columns of text give way, and what does not fit
/// ends in `…`. Numbers and times are never cut; where they alone are wider than the terminal, the
/// terminal wraps the lines. Elsewhere nothing is cut or marked.
package struct TableRenderer: Sendable {
  private let terminal: Terminal
  private let marks: TableMarks
  /// Between two columns.
  private static let gap = "  "
  /// No column of text gives way further.
  private static let leastColumns = 4

  /// - Parameters:
  ///   - terminal: Whose width and styles are used.
  ///   - marks: What stands in bold in the cells.
  package init(terminal: Terminal, marks: TableMarks = TableMarks()) {
    self.terminal = terminal
    self.marks = marks
  }

  /// Hands out line by line, line breaks included; nothing at all for a list without rows.
  package func render(_ listing: Listing, to write: (String) throws -> Void) rethrows {
    guard !listing.rows.isEmpty else { return }
    let cells = listing.rows.map { row in row.map { VisibleText.sanitized($0.description) } }
    let layout = widths(of: listing.columns, cells)
    let header = zip(listing.columns, layout).map { column, width in
      cell(column.name, column, width, marking: terminal.bold)
    }
    try write(line(header))
    for (index, row) in cells.enumerated() {
      let shown = zip(zip(listing.columns, row), layout).map { pair, width in
        cell(pair.1, pair.0, width) {
          marks.marked($0, row: index, column: pair.0.name, on: terminal)
        }
      }
      try write(line(shown))
    }
  }

  private func line(_ cells: [String]) -> String {
    var text = cells.joined(separator: Self.gap)
    while text.last == " " { text.removeLast() }
    return text + "\n"
  }

  private func cell(
    _ text: String, _ column: View.Column, _ width: Int, marking: (String) -> String
  ) -> String {
    let fitted = terminal.isTerminal ? DisplayWidth.truncated(text, to: width) : text
    let marked = marking(fitted)
    let shown = terminal.isTerminal ? VisibleText.isolated(marked) : marked
    let padding = String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: fitted)))
    return column.type == .integer ? padding + shown : shown + padding
  }

  private func widths(of columns: [View.Column], _ rows: [[String]]) -> [Int] {
    var widths = columns.map { DisplayWidth.columns(of: $0.name) }
    for row in rows {
      for (index, text) in row.enumerated() {
        widths[index] = max(widths[index], DisplayWidth.columns(of: text))
      }
    }
    guard let available = terminal.columns else { return widths }
    return Self.fitting(widths, flexible: columns.map(\.givesWay), into: available)
  }

  /// Widths whose sum with the gaps is at most `available` as far as the flexible columns can give:
  /// the widest gives way first, so that narrow ones stay whole.
  static func fitting(_ widths: [Int], flexible: [Bool], into available: Int) -> [Int] {
    var widths = zip(widths, flexible).map { $1 ? min($0, max(available, leastColumns)) : $0 }
    var excess = widths.reduce(0, +) + gap.count * (widths.count - 1) - available
    while excess > 0 {
      let candidates = widths.indices.filter { flexible[$0] && widths[$0] > leastColumns }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}

extension View.Column {
  /// Whether a narrow terminal may cut the values.
  fileprivate var givesWay: Bool {
    switch type {
    case .text, .url: true
    case .integer, .time: false
    }
  }
}
