import Archive
import FoundationEssentials
import Roster
import Tables

/// Writes changes as lines for people, or as rows, one page at a time.
struct ChangeStream {
  private enum Form {
    case announcements(Terminal, TimeZone)
    case rows(any RowWriter)
    /// A table with the columns that the user named; its widths depend on all rows.
    case table([Row])
  }

  private var form: Form
  /// Whether each row ends with its cursor.
  private let hasCursors: Bool
  private let printer: ResultPrinter
  private let results: ResultStream

  /// - Parameters:
  ///   - zone: The time zone in which people read when something happened.
  ///   - isEndless: Whether the stream has no known end: JSON is then one object a line, since
  ///     an array can be read only at its end.
  /// - Throws: `CommandFailure` (64) where there is no column that the user named; `StreamFailure`.
  init(
    _ output: OutputOptions, zone: TimeZone, isEndless: Bool = false, in context: CommandContext
  ) throws {
    var output = output
    if isEndless, output.json { (output.json, output.jsonl) = (false, true) }
    (printer, results) = (context.printer(output), context.results)
    hasCursors = output.json || output.jsonl
    let cursor = View.Column("cursor", .text, "The --after with which a listing goes on after it.")
    if let writer = try printer.writer(of: View.changes.columns + (hasCursors ? [cursor] : [])) {
      form = .rows(writer)
    } else {
      let isTable = !output.columns.isEmpty
      form = isTable ? .table([]) : .announcements(context.resultTerminal, zone)
      if !isTable, !isEndless { printer.page() }
    }
  }

  mutating func write(_ page: ChangePage, _ names: TypedNames) throws {
    let rows = page.listing.rows
    switch form {
    case .announcements(let terminal, let zone):
      let announcements = rows.map {
        Announcement($0, names: names, zone: zone, terminal: terminal)
      }
      // Elsewhere lines do not depend on those beside them.
      let widths = announcements.map { DisplayWidth.columns(of: $0.subject) }
      let width = terminal.isTerminal ? widths.max() ?? 0 : 0
      for announcement in announcements {
        try results.write(announcement.text(subjectColumns: width, columns: terminal.columns))
      }
    case .rows(var writer):
      for (row, cursor) in zip(rows, page.cursors) {
        try writer.write(hasCursors ? row + [.text(cursor)] : row)
      }
      form = .rows(writer)
    case .table(let before): form = .table(before + rows)
    }
  }

  /// Flushes what was written so far, so that a reader sees it.
  mutating func flush() throws {
    if case .rows(var writer) = form {
      try writer.flush()
      form = .rows(writer)
    }
    try results.flush()
  }

  /// Ends the document, or prints the table.
  mutating func finish() throws {
    switch form {
    case .announcements: break
    case .rows(var writer): try writer.finish()
    case .table(let rows): try printer.print(Listing(columns: View.changes.columns, rows: rows))
    }
  }
}

extension ArchiveDatabase {
  /// The cursor after which there is nothing yet.
  func newestChange() throws -> String {
    try changes(ChangeFilter(limit: 1)).newer
  }
}
