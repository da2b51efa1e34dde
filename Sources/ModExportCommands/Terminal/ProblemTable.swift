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
    let texts = rows.map { WrappedText.beside(line($0), $0.last ?? "", columns: columns) }
    return line(names, bold) + bold(names.last ?? "") + "\n" + texts.joined()
  }
}
