import Roster
import Tables

/// Prints the rows of a query as they come; a table, whose widths depend on all rows, at the end.
struct QueryPrinter {
  private let printer: ResultPrinter
  private let context: CommandContext
  private var names: [String] = []
  /// Nil for a table.
  private var writer: (any RowWriter)?
  /// Of a table.
  private var rows: [Row] = []

  init(_ output: OutputOptions, in context: CommandContext) {
    (printer, self.context) = (context.printer(output), context)
  }

  /// Takes the names of the columns; to be called before any row comes.
  ///
  /// - Throws: `CommandFailure` (64) where there is no column that the user named.
  mutating func begin(_ names: [String]) throws {
    self.names = names
    writer = try printer.writer(of: names.map { View.Column($0, .text, "") })
  }

  mutating func add(_ row: Row) throws {
    if writer == nil { rows.append(row) } else { try writer?.write(row) }
  }

  mutating func finish() throws {
    guard writer == nil else {
      try writer?.finish()
      return
    }
    try printer.print(Listing(columns: columns, rows: rows))
    if rows.isEmpty { context.note("The query found no rows.") }
  }

  /// Columns with nothing but numbers are aligned as numbers. A column that is called like one of a view
  /// is shortened like that, so that ids are never cut.
  private var columns: [View.Column] {
    let known = View.allCases.flatMap(\.columns)
    return names.enumerated().map { index, name in
      let isNumber = rows.allSatisfy { if case .text = $0[index] { false } else { true } }
      let column = known.first { $0.name == name && $0.type != .integer }
      return View.Column(
        name, isNumber ? .integer : column?.type ?? .text, "",
        shortening: column?.shortening ?? .anywhere)
    }
  }
}
