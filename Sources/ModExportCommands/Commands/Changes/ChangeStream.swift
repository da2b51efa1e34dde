import Archive
import Reports
import Roster
import Tables

/// Writes changes as a table, JSON or CSV, one page at a time.
struct ChangeStream {
  private enum Form {
    case announcements(Terminal)
    case rows(any RowWriter)
  }

  private var form: Form
  private let results: ResultStream

  /// - Parameter isEndless: Whether the stream has no known end: JSON is then one object a line, since
  ///   an array can be read only at its end.
  init(
    _ format: OutputFormat, isEndless: Bool = false, in context: CommandContext
  ) throws {
    let columns = View.changes.columns
    results = context.results
    form =
      switch format {
      case .table: .announcements(context.resultTerminal)
      case .csv: .rows(try CSVWriter(columns: columns, to: context.results))
      case .json:
        .rows(
          JSONWriter(columns: columns, layout: isEndless ? .lines : .array, to: context.results))
      }
  }

  mutating func write(_ rows: [Row], siteNames: [SiteRef: String]) throws {
    switch form {
    case .announcements(let terminal):
      for row in rows {
        let announcement = Announcement(row, siteNames: siteNames, terminal: terminal)
        try results.write(announcement.text + "\n")
      }
    case .rows(var writer):
      for row in rows { try writer.write(row) }
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

  mutating func finish() throws {
    if case .rows(var writer) = form { try writer.finish() }
  }
}

extension ArchiveDatabase {
  /// The names of sites.
  func siteNames() throws -> [SiteRef: String] {
    let known = try knownSites()
    return Dictionary(known.map { ($0.site.ref, $0.site.name) }, uniquingKeysWith: { a, _ in a })
  }

  /// The cursor after which there is nothing yet.
  func newestChange() throws -> String {
    try changes(ChangeFilter(limit: 1)).newer
  }
}
