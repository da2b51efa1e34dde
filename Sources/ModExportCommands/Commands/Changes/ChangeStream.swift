import Archive
import FoundationEssentials
import Roster
import Tables

/// Writes changes as lines for people, or as rows, one page at a time.
struct ChangeStream {
  private enum Form {
    case announcements(Terminal, TimeZone)
    case rows(any RowWriter)
  }

  private var form: Form
  /// Whether each row ends with its cursor.
  private let hasCursors: Bool
  private let results: ResultStream

  /// - Parameters:
  ///   - zone: The time zone in which people read when something happened.
  ///   - isEndless: Whether the stream has no known end: JSON is then one object a line, since
  ///     an array can be read only at its end.
  /// - Throws: `StreamFailure`.
  init(
    _ output: OutputOptions, zone: TimeZone, isEndless: Bool = false, in context: CommandContext
  ) throws {
    var output = output
    if isEndless, output.json { (output.json, output.jsonl) = (false, true) }
    results = context.results
    hasCursors = output.json || output.jsonl
    let cursor = View.Column("cursor", .text, "The --after with which a listing goes on after it.")
    let columns = View.changes.columns + (hasCursors ? [cursor] : [])
    let writer = try context.printer(output).writer(of: columns)
    form = writer.map(Form.rows) ?? .announcements(context.resultTerminal, zone)
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

  /// Ends the document.
  func finish() throws {
    if case .rows(var writer) = form { try writer.finish() }
  }
}

extension ArchiveDatabase {
  /// The cursor after which there is nothing yet.
  func newestChange() throws -> String {
    try changes(ChangeFilter(limit: 1)).newer
  }
}
