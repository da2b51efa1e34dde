import Archive
import ArgumentParser
import Roster
import Tables

/// `modexport sql`
struct SQLCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql", abstract: "Runs one SQL query on the archive, which cannot change it.",
    discussion: """
      The query is one statement. It may only read: writing, ATTACH, extensions, and pragmas that \
      change a setting are refused with 64, as is whatever SQLite cannot run. Only the functions and \
      collations of SQLite itself are there.

      Numbers are printed with all their digits, and blobs in hexadecimal. In CSV, NULL is an empty \
      field, and an empty text is "". Of columns with the same name, the second is called NAME_2. \
      Memory does not grow with the number of rows; a table has its header again after each 10,000.

      `modexport help sql` lists the views with their columns.

      Examples:
        List the sites with the most moderators:
          modexport sql 'SELECT name, moderators FROM sites ORDER BY moderators DESC LIMIT 10'
        Write who joined and who left to a CSV file:
          modexport sql --csv \"SELECT * FROM changes WHERE kind IN ('joined', 'left')\" > changes.csv
        Read a longer query from stdin:
          echo 'SELECT kind, count(*) FROM moderators GROUP BY kind' | modexport sql -
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          [
            .usage: "SQLite cannot run the query, or the query would do more than read."
          ], stopped: "what was printed is not the whole result."))

  package static let takesText = true

  @Argument(help: "The query, such as 'SELECT * FROM sites'; - reads it from stdin.")
  var query: String
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  /// The most bytes that are read from stdin.
  private static let longest = 1_000_000

  func run(in context: CommandContext) async throws -> ExitStatus {
    let query = query == "-" ? try Self.input(of: context) : query
    var printer = QueryPrinter(output, in: context)
    try context.readArchiveUntilStopped("what was printed is not the whole result.") {
      try $0.query(query) {
        try printer.begin($0)
      } row: {
        try printer.add($0)
      }
    }
    try printer.finish()
    return .done
  }

  private static func input(of context: CommandContext) throws -> String {
    guard let bytes = context.input(longest + 1) else {
      throw CommandFailure(.failed, "Standard input cannot be read; give the query as an argument.")
    }
    guard bytes.count <= longest else {
      throw CommandFailure(
        .usage, "The query on standard input is longer than \(longest.grouped) bytes; shorten it.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "The query on standard input is not UTF-8; convert it.")
    }
    return text
  }
}

/// Prints the rows of a query as they come; a table in parts, whose widths depend on all rows of the part.
struct QueryPrinter {
  private let printer: ResultPrinter
  private let context: CommandContext
  private var names: [String] = []
  /// Nil for a table.
  private var writer: (any RowWriter)?
  /// Of the part of a table that is not printed yet.
  private var rows: [Row] = []
  /// Whether a part was printed.
  private var isBegun = false
  /// The rows of a part of a table: a query can have more than memory can hold.
  private static let rowsOfPart = 10_000

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
    guard writer == nil else {
      try writer?.write(row)
      return
    }
    rows.append(row)
    if rows.count == Self.rowsOfPart { try printPart() }
  }

  private mutating func printPart() throws {
    try printer.print(Listing(columns: columns, rows: rows))
    (rows, isBegun) = ([], true)
  }

  mutating func finish() throws {
    guard writer == nil else {
      try writer?.finish()
      return
    }
    if rows.isEmpty, !isBegun { context.note("The query found no rows.") }
    if !rows.isEmpty { try printPart() }
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
