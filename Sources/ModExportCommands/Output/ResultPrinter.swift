import FoundationEssentials
import Reports
package import Roster
package import Tables

/// Prints lists as a table, JSON, JSON lines or CSV.
package struct ResultPrinter: Sendable {
  /// What the user asked for.
  let format: OutputFormat
  /// See `CSVWriter`.
  var spreadsheetSafe = false
  /// Standard output.
  let results: ResultStream
  /// What a table on it can look like.
  let terminal: Terminal
  /// Gets the names of the columns that have no room in a table, once it is printed.
  var leftOut: @Sendable ([String]) -> Void = { _ in }

  /// Prints one list: as a JSON array of objects whose keys are the column names, as such objects on a line
  /// each, as CSV with a header, or as a table.
  ///
  /// - Parameters:
  ///   - listing: All columns, for programs.
  ///   - tableColumns: The names of the columns of a table, in order; nil for all.
  ///   - marks: The parts of a table that are bold.
  /// - Throws: `StreamFailure`.
  package func print(
    _ listing: Listing, tableColumns: [String]? = nil, marks: TableMarks = TableMarks()
  ) throws {
    if var writer = try writer(of: listing.columns) {
      try writer.write(listing)
    } else {
      let shown = tableColumns.map { listing.selecting($0) } ?? listing
      let left = try TableRenderer(terminal: terminal, marks: marks).render(
        shown, to: results.write)
      if !left.isEmpty { leftOut(left) }
    }
  }

  /// Prints what has a JSON document and a table of its own. CSV is a list; so are JSON lines, unless the document
  /// is an array: then they are its members.
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
    case (.json, _): try results.write(document)
    case (.jsonl, .array(let members)):
      for member in members { try results.write(member.line + "\n") }
    case (.table, _): try table()
    default: try print(rows)
    }
  }

  /// Writes rows one at a time, each with a cell for each column; nil for a table, whose widths depend on
  /// all rows.
  ///
  /// - Throws: `StreamFailure`.
  package func writer(of columns: [View.Column]) throws -> (any RowWriter)? {
    switch format {
    case .table: nil
    case .json: JSONWriter(columns: columns, layout: .array, to: results)
    case .jsonl: JSONWriter(columns: columns, layout: .lines, to: results)
    case .csv:
      VisibleRows(
        writer: try CSVWriter(columns: columns, spreadsheetSafe: spreadsheetSafe, to: results),
        isShown: terminal.isTerminal)
    }
  }
}

/// CSV as it is for programs; on a terminal, which would obey what controls it, with the texts of a table.
private struct VisibleRows: RowWriter {
  var writer: CSVWriter
  let isShown: Bool

  mutating func write(_ row: Row) throws {
    guard isShown else { return try writer.write(row) }
    try writer.write(
      row.map { cell in
        if case .text(let text) = cell { .text(VisibleText.sanitized(text)) } else { cell }
      })
  }

  mutating func flush() throws { try writer.flush() }
  mutating func finish() throws { try writer.finish() }
}

extension Listing {
  /// - Parameter columns: Their names and types; the manual says what they mean.
  init(columns: [(String, View.ColumnType)], rows: [Row]) {
    self.init(columns: columns.map { View.Column($0, $1, "") }, rows: rows)
  }

  /// An array of the rows.
  var document: JSONValue { .array(rows.map { .row($0, of: columns) }) }

  /// The list with only the named columns, in the order of the names; names that it does not have
  /// are left out.
  package func selecting(_ names: [String]) -> Listing {
    let indices = names.compactMap { name in columns.firstIndex { $0.name == name } }
    return Listing(
      columns: indices.map { columns[$0] }, rows: rows.map { row in indices.map { row[$0] } })
  }
}

/// How much of a list is printed.
struct PartOfList: Hashable {
  /// The printed rows.
  var shown: Int
  /// All rows.
  var total: Int

  /// What to do to see the rest, as a sentence; nil where everything is printed.
  var sentence: String? {
    shown < total ? "\(shown.grouped) of \(total.grouped); --limit 0 shows all." : nil
  }
}

extension Int {
  /// What a limit of that number means: nil for 0, which is no limit.
  var asLimit: Int? { self == 0 ? nil : self }
}
