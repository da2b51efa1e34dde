package import Roster

/// Draws a list as a table with a header.
///
/// On a terminal the table fits its width (``TableLayout``), and what is cut ends in `…`. Elsewhere nothing
/// is cut, left out or marked.
package struct TableRenderer: Sendable {
  let terminal: Terminal
  /// What is bold in the cells.
  var marks = TableMarks()

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

/// The parts of a table's cells that are bold, such as what a search found.
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
  ///   - text: A text that the cell ends with: what precedes it in the cell moves the marks.
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

/// Which columns of a table fit into a line, how wide each is, and how times are written.
///
/// What does not fit gives way in this order: times become days; texts are cut, the widest first, but none
/// below ``leastText``; then columns are left out, beginning at the right. Identifiers are never cut, and
/// are left out last. The first column stays.
struct TableLayout: Hashable {
  /// The indices of the columns that are shown, in order.
  var shown: [Int]
  /// Columns of the terminal for each of them.
  var widths: [Int]
  /// Whether times are shown as days.
  var hasDays: Bool

  /// What a column needs of a line.
  struct Need: Hashable {
    /// The columns of the terminal of its widest value, or of its name.
    var whole: Int
    /// The same with times as days.
    var withDays: Int
    /// Whether its values can be shown in part.
    var canBeCut: Bool
    /// Whether its values name something that another command takes.
    var isIdentifier: Bool

    init(whole: Int, withDays: Int? = nil, canBeCut: Bool = false, isIdentifier: Bool = false) {
      self.whole = whole
      self.withDays = withDays ?? whole
      (self.canBeCut, self.isIdentifier) = (canBeCut, isIdentifier)
    }
  }

  /// Between two columns.
  static let gap = "  "
  /// No text is cut to less, as long as another column can be left out.
  static let leastText = 10
  /// No text is cut to less.
  private static let leastOfAll = 4

  /// - Parameter available: The width of the terminal; nil where nothing has to fit.
  init(_ needs: [Need], into available: Int?) {
    var shown = Array(needs.indices)
    guard let available else {
      self.init(shown: shown, widths: needs.map(\.whole), hasDays: false)
      return
    }
    var least = Self.leastText
    while true {
      let fitting = shown.map { needs[$0] }
      if let layout = Self.fitted(fitting, shown, into: available, least: least) {
        self = layout
        return
      }
      if least == Self.leastText {
        // The first column and identifiers are left out last.
        guard let last = shown.dropFirst().last(where: { !needs[$0].isIdentifier }) else {
          least = Self.leastOfAll
          continue
        }
        shown.removeAll { $0 == last }
      } else {
        guard shown.count > 1 else { break }
        shown.removeLast()
      }
    }
    // One identifier or number that is wider than the terminal.
    self.init(shown: shown, widths: shown.map { needs[$0].withDays }, hasDays: true)
  }

  private init(shown: [Int], widths: [Int], hasDays: Bool) {
    (self.shown, self.widths, self.hasDays) = (shown, widths, hasDays)
  }

  /// The layout of all these columns; nil where they do not fit.
  private static func fitted(
    _ needs: [Need], _ shown: [Int], into available: Int, least: Int
  ) -> TableLayout? {
    let gaps = gap.count * (needs.count - 1)
    if needs.reduce(gaps, { $0 + $1.whole }) <= available {
      return TableLayout(shown: shown, widths: needs.map(\.whole), hasDays: false)
    }
    var widths = needs.map(\.withDays)
    let floors = needs.map { $0.canBeCut ? min($0.withDays, least) : $0.withDays }
    guard floors.reduce(gaps, +) <= available else { return nil }
    // No text needs more than the whole line.
    widths = zip(widths, floors).map { max(min($0, available), $1) }
    var excess = widths.reduce(gaps, +) - available
    while excess > 0 {
      let candidates = widths.indices.filter { widths[$0] > floors[$0] }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return TableLayout(shown: shown, widths: widths, hasDays: true)
  }
}
