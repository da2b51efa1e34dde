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

  /// Where a view stands in the report; nil where it is not written.
  func path(of view: View) -> String? {
    formats.contains(.csv) ? "csv/\(view.name).csv" : nil
  }

  /// Reads a view for its table and for what the pages tell of it.
  private func read(_ view: View, from source: any ReportSource) throws {
    let csv = path(of: view)
    let isCounted =
      !formats.isDisjoint(with: [.html, .atom]) && ReportTally.views.contains(view)
    guard csv != nil || isCounted else { return }
    var (rows, formulas) = (0, 0)
    try writeIfWanted(csv) { csv in
      var table = try csv.map {
        try CSVWriter(columns: view.columns, spreadsheetSafe: spreadsheetSafe, to: $0)
      }
      try source.forEachRow(of: view, site: nil, order: .key) { row in
        rows += 1
        try table?.write(row)
        if isCounted { results.withLock { $0.tally.count(row, of: view) } }
      }
      try table?.finish()
      formulas = table?.formulaCells ?? 0
    }
    results.withLock {
      if csv != nil { $0.rows[view] = rows }
      $0.formulaCells += formulas
    }
  }

  private func writeIfWanted(_ name: String?, _ body: ((any ByteSink)?) throws -> Void) throws {
    guard let name else { return try body(nil) }
    try write(name) { try body($0) }
  }
}
