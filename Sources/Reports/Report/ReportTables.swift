import Roster
import Synchronization
import Tables

/// Reads the views: writes their tables, and counts what pages and feeds tell of them.
final class ReportTables: Sendable {
  private let formats: Set<ReportFormat>
  private let spreadsheetSafe: Bool
  private let write: ReportFileWriter
  private let results = Mutex(Results())

  struct Results {
    var tally = ReportTally()
    /// Rows of each table that was written.
    var rows: [View: Int] = [:]
    /// See ``ReportSummary/formulaCells``.
    var formulaCells = 0
  }

  init(
    formats: Set<ReportFormat>, spreadsheetSafe: Bool, write: @escaping ReportFileWriter
  ) {
    self.formats = formats
    self.spreadsheetSafe = spreadsheetSafe
    self.write = write
  }

  /// Reads each view once. The largest ones are in different parts; what has to come in an order is in one.
  func readAll(_ threads: ReportThreads) throws -> Results {
    let first: [View] = [.sites, .moderators, .formerModerators, .people]
    let others = View.allCases.filter { !first.contains($0) }
    try threads.run(
      [first, others].map { views in
        { source in for view in views { try self.read(view, from: source) } }
      })
    return results.withLock { $0 }
  }

  /// The tables that are also written as NDJSON.
  private static let lines: [View] = [.moderators, .tenures, .observations]

  /// Where a view stands in the report; nil where it is not written.
  func path(of view: View, as format: ReportFormat) -> String? {
    guard formats.contains(format), format == .csv || Self.lines.contains(view) else {
      return nil
    }
    return "\(format.rawValue)/\(view.name).\(format.rawValue)"
  }

  /// Reads a view for its table in all formats and for what the pages tell of it.
  private func read(_ view: View, from source: any ReportSource) throws {
    let (csv, ndjson) = (path(of: view, as: .csv), path(of: view, as: .ndjson))
    let isCounted =
      !formats.isDisjoint(with: [.html, .atom]) && ReportTally.views.contains(view)
    guard csv != nil || ndjson != nil || isCounted else { return }
    var (rows, formulas) = (0, 0)
    try writeIfWanted(csv) { csv in
      try writeIfWanted(ndjson) { ndjson in
        var table = try csv.map {
          try CSVWriter(columns: view.columns, spreadsheetSafe: spreadsheetSafe, to: $0)
        }
        var lines = ndjson.map { JSONWriter(columns: view.columns, layout: .lines, to: $0) }
        try source.forEachRow(of: view, site: nil, order: .key) { row in
          rows += 1
          try table?.write(row)
          try lines?.write(row)
          if isCounted { results.withLock { $0.tally.count(row, of: view) } }
        }
        try table?.finish()
        try lines?.finish()
        formulas = table?.formulaCells ?? 0
      }
    }
    results.withLock {
      if csv != nil || ndjson != nil { $0.rows[view] = rows }
      $0.formulaCells += formulas
    }
  }

  private func writeIfWanted(_ name: String?, _ body: ((any ByteSink)?) throws -> Void) throws {
    guard let name else { return try body(nil) }
    try write(name) { try body($0) }
  }
}
