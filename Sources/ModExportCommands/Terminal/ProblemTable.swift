import Roster

/// The sites with problems on a terminal: the last column is wrapped, because it says why.
struct ProblemTable {
  private let terminal: Terminal
  private static let gap = "  "
  /// Where less than this is left beside the other columns, the reason has lines of its own.
  private static let leastColumns = 30

  init(terminal: Terminal) { self.terminal = terminal }

  /// The lines with their line breaks; nothing where there are no rows.
  func text(_ listing: Listing) -> String {
    guard !listing.rows.isEmpty else { return "" }
    let header = listing.columns.map { terminal.bold($0.name) }
    let names = listing.columns.map(\.name)
    let rows = listing.rows.map { $0.map { VisibleText.sanitized($0.description) } }
    let widths = names.indices.dropLast().map { index in
      ([names] + rows).map { DisplayWidth.columns(of: $0[index]) }.max() ?? 0
    }
    let indent = widths.reduce(0) { $0 + $1 + Self.gap.count }
    return line(header, names, widths) + "\n"
      + rows.map { row(line($0, $0, widths, withLast: false), $0.last ?? "", indent) }.joined()
  }

  private func row(_ start: String, _ reason: String, _ indent: Int) -> String {
    let left = terminal.columns.map { $0 - indent }
    if left ?? .max >= Self.leastColumns {
      let lines = WrappedText.lines(of: reason, columns: left)
      let margin = String(repeating: " ", count: indent)
      return start + lines.joined(separator: "\n" + margin) + "\n"
    }
    let below = WrappedText.lines(of: reason, columns: terminal.columns.map { max(1, $0 - 4) })
    return String(start.reversed().drop { $0 == " " }.reversed()) + "\n"
      + below.map { "    \($0)\n" }.joined()
  }

  /// The cells side by side, each padded to its width.
  ///
  /// - Parameter plain: The same cells without styles, to measure.
  private func line(
    _ cells: [String], _ plain: [String], _ widths: [Int], withLast: Bool = true
  ) -> String {
    let padded = zip(zip(cells, plain), widths).map { pair, width in
      pair.0 + String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: pair.1)))
    }
    return padded.map { $0 + Self.gap }.joined() + (withLast ? cells.last ?? "" : "")
  }
}
