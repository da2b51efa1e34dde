import Reports
package import Roster
package import Tables

/// Prints lists as a table, JSON, JSON lines or CSV.
package struct ResultPrinter: Sendable {
  private let format: OutputFormat
  private let columns: [String]
  private let spreadsheetSafe: Bool
  private let results: ResultStream
  private let terminal: Terminal
  private let pager: Pager?
  private let leftOut: @Sendable ([String]) -> Void

  /// - Parameters:
  ///   - format: What the user asked for.
  ///   - columns: The names of the columns that the user asked for; empty for the usual ones.
  ///   - spreadsheetSafe: See `CSVWriter`.
  ///   - results: Standard output.
  ///   - terminal: What a table on it can look like.
  ///   - pager: Where a table is read that is longer than the screen; nil for none.
  ///   - leftOut: Gets the names of the columns that have no room in a table, once it is printed.
  package init(
    format: OutputFormat, columns: [String] = [], spreadsheetSafe: Bool = false,
    results: ResultStream, terminal: Terminal, pager: Pager? = nil,
    leftOut: @escaping @Sendable ([String]) -> Void = { _ in }
  ) {
    self.format = format
    self.columns = columns
    self.spreadsheetSafe = spreadsheetSafe
    self.results = results
    self.terminal = terminal
    (self.pager, self.leftOut) = (pager, leftOut)
  }

  /// Prints one list: as a JSON array of objects whose keys are the column names, as such objects on a line
  /// each, as CSV with a header, or as a table.
  ///
  /// - Parameters:
  ///   - listing: All columns, for programs.
  ///   - tableColumns: The names of the columns of a table, in order; nil for all. They do not count where
  ///     the user names columns.
  ///   - marks: The parts of a table that are bold.
  /// - Throws: `CommandFailure` (64) where the list does not have a column that the user named;
  ///   `StreamFailure`.
  package func print(
    _ listing: Listing, tableColumns: [String]? = nil, marks: TableMarks = TableMarks()
  ) throws {
    if var writer = try writer(of: listing.columns) {
      try writer.write(listing)
    } else {
      let usual = tableColumns.map { listing.selecting($0) } ?? listing
      let shown =
        columns.isEmpty ? usual : try ColumnChoice(columns, of: listing.columns).listing(listing)
      page()
      let left = try TableRenderer(terminal: terminal, marks: marks).render(
        shown, to: results.write)
      if !left.isEmpty { leftOut(left) }
    }
  }

  /// Prints what has a JSON document and a table of its own. CSV, and every form with columns that the user
  /// named, is a list; so are JSON lines, unless the document is an array: then they are its members.
  ///
  /// - Parameters:
  ///   - document: What `--json` prints.
  ///   - rows: The same as a list.
  ///   - table: Prints it for people.
  /// - Throws: As `print(_:tableColumns:marks:)` does, and what `table` throws.
  package func print(
    _ document: JSONValue, rows: Listing, table: () throws -> Void
  ) throws {
    switch (format, document) {
    case (.json, _) where columns.isEmpty: try results.write(document)
    case (.jsonl, .array(let members)) where columns.isEmpty:
      for member in members { try results.write(member.line + "\n") }
    case (.table, _) where columns.isEmpty:
      page()
      try table()
    default: try print(rows)
    }
  }

  /// Lets what is printed until the next note be read in the pager, if it is longer than the screen.
  package func page() {
    if let pager { results.gather(for: pager) }
  }

  /// Writes rows one at a time, each with a cell for each column; nil for a table, whose widths depend on
  /// all rows.
  ///
  /// - Throws: `CommandFailure` (64) where there is no column that the user named; `StreamFailure`.
  package func writer(of columns: [View.Column]) throws -> (any RowWriter)? {
    let choice = try ColumnChoice(self.columns, of: columns)
    let writer: any RowWriter
    switch format {
    case .table: return nil
    case .json: writer = JSONWriter(columns: choice.columns, layout: .array, to: results)
    case .jsonl: writer = JSONWriter(columns: choice.columns, layout: .lines, to: results)
    case .csv:
      writer = try CSVWriter(
        columns: choice.columns, spreadsheetSafe: spreadsheetSafe, to: results)
    }
    return ChosenColumnsWriter(choice, to: writer)
  }
}

extension Listing {
  /// The list with only the named columns, in the order of the names; names that it does not have
  /// are left out.
  package func selecting(_ names: [String]) -> Listing {
    let indices = names.compactMap { name in columns.firstIndex { $0.name == name } }
    return Listing(
      columns: indices.map { columns[$0] }, rows: rows.map { row in indices.map { row[$0] } })
  }
}
