import Roster
import Tables

/// Reads the views: writes their tables, and counts what pages and feeds tell of them.
struct ReportTables {
  private let formats: Set<ReportFormat>
  private let spreadsheetSafe: Bool
  private let write: ReportFileWriter
  private(set) var tally = ReportTally()
  /// Rows of each table that was written.
  private(set) var rows: [View: Int] = [:]
  /// See ``ReportSummary/formulaCells``.
  private(set) var formulaCells = 0

  init(
    formats: Set<ReportFormat>, spreadsheetSafe: Bool, write: @escaping ReportFileWriter
  ) {
    self.formats = formats
    self.spreadsheetSafe = spreadsheetSafe
    self.write = write
  }

  /// Where a view stands in the report; nil where it is not written.
  func path(of view: View) -> String? {
    formats.contains(.csv) ? "csv/\(view.name).csv" : nil
  }

  /// Reads a view for its table and for what the pages tell of it.
  mutating func read(_ view: View, from source: any ReportSource) throws {
    let isCounted =
      !formats.isDisjoint(with: [.html, .atom]) && ReportTally.views.contains(view)
    if let path = path(of: view) {
      var (count, formulas) = (0, 0)
      try write(path) { sink in
        var table = try CSVWriter(
          columns: view.columns, spreadsheetSafe: spreadsheetSafe, to: sink)
        try source.forEachRow(of: view, site: nil, order: .key) { row in
          count += 1
          try table.write(row)
          if isCounted { tally.count(row, of: view) }
        }
        try table.finish()
        formulas = table.formulaCells
      }
      rows[view] = count
      formulaCells += formulas
    } else if isCounted {
      try source.forEachRow(of: view, site: nil, order: .key) { tally.count($0, of: view) }
    }
  }
}
