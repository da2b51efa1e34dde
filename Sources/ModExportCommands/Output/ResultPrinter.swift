import Reports
package import Roster
import Tables

/// Prints lists as a table, JSON or CSV.
package struct ResultPrinter: Sendable {
  private let format: OutputFormat
  private let results: ResultStream
  private let terminal: Terminal

  /// - Parameters:
  ///   - format: What the user asked for.
  ///   - results: Standard output.
  ///   - terminal: What a table on it can look like.
  package init(format: OutputFormat, results: ResultStream, terminal: Terminal) {
    self.format = format
    self.results = results
    self.terminal = terminal
  }

  /// Prints one list: as a JSON array of objects whose keys are the column names, as CSV with a header,
  /// or as a table.
  ///
  /// - Parameters:
  ///   - listing: All columns, for programs.
  ///   - tableColumns: The names of the columns of a table, in order; nil for all.
  ///   - marks: The parts of a table that are bold.
  package func print(
    _ listing: Listing, tableColumns: [String]? = nil, marks: TableMarks = TableMarks()
  ) throws {
    switch format {
    case .json:
      var writer = JSONWriter(columns: listing.columns, layout: .array, to: results)
      try writer.write(listing)
    case .csv:
      var writer = try CSVWriter(columns: listing.columns, to: results)
      try writer.write(listing)
    case .table:
      let shown = tableColumns.map { listing.selecting($0) } ?? listing
      try TableRenderer(terminal: terminal, marks: marks).render(shown, to: results.write)
    }
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
