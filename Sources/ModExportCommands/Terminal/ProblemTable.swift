import Roster

extension Terminal {
  /// A table whose last column is wrapped, because it says why.
  ///
  /// - Returns: The lines with their line breaks.
  func problemTable(_ listing: Listing) -> String {
    let names = listing.columns.map(\.name)
    let rows = listing.rows.map { $0.map { VisibleText.sanitized($0.description) } }
    let widths = names.indices.dropLast().map { index in
      ([names] + rows).map { DisplayWidth.columns(of: $0[index]) }.max() ?? 0
    }
    func line(_ cells: [String], _ style: (String) -> String = { $0 }) -> String {
      zip(cells, widths).map { cell, width in
        style(cell) + String(repeating: " ", count: width - DisplayWidth.columns(of: cell) + 2)
      }.joined()
    }
    let indent = widths.reduce(0) { $0 + $1 + 2 }
    let texts = rows.map { row in
      let (start, reason) = (line(row), row.last ?? "")
      // With less room beside the other columns, the reason has lines of its own.
      if (columns ?? .max) - indent >= 30 {
        let lines = WrappedText.lines(of: reason, columns: columns.map { $0 - indent })
        return start + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
      }
      let below = WrappedText.lines(of: reason, columns: columns.map { max(1, $0 - 4) })
      return String(start.reversed().drop { $0 == " " }.reversed()) + "\n"
        + below.map { "    \($0)\n" }.joined()
    }
    return line(names, bold) + bold(names.last ?? "") + "\n" + texts.joined()
  }
}
