import Roster

/// One writing of one report.
struct ReportJob {
  let writer: ReportWriter
  let folder: ReportFolder
  let progress: (String) throws -> Void
  var summary = ReportSummary()
  private var package: DataPackage

  init(
    writer: ReportWriter, folder: ReportFolder, progress: @escaping (String) throws -> Void
  ) {
    self.writer = writer
    self.folder = folder
    self.progress = progress
    let source = writer.source
    package = DataPackage(
      asOf: source.asOf.rfc3339, generator: source.generator, origin: source.origin)
  }

  var source: any ReportSource { writer.source }

  mutating func run() throws {
    if writer.formats.contains(.csv) { try writeTables() }
    if writer.formats.contains(.ndjson) { try writeLines() }
    if writer.formats.contains(.atom) { try writeFeed() }
    if writer.formats.contains(.html) { try writePages() }
    let package = self.package.bytes
    try write(ReportMark.package) { try $0.write(package) }
  }

  /// Writes one file and tells that it is there.
  func write(_ name: String, _ body: (any ByteSink) throws -> Void) throws {
    try folder.write(name, body)
    try progress(name)
  }

  private static let tables: [View] = [
    .sites, .moderators, .formerModerators, .people, .changes, .walks,
  ]

  private mutating func writeTables() throws {
    for view in Self.tables {
      let path = "csv/\(view.name).csv"
      var (rows, formulas) = (0, 0)
      try write(path) { sink in
        var table = try CSVWriter(
          columns: view.columns, spreadsheetSafe: writer.spreadsheetSafe, to: sink)
        try source.forEachRow(of: view, site: nil, order: .key) { row in
          try table.write(row)
          rows += 1
        }
        try table.finish()
        formulas = table.formulaCells
      }
      summary.rows[view] = rows
      summary.formulaCells += formulas
      package.add(view, path: path, format: .csv, hasMark: writer.spreadsheetSafe)
    }
  }

  private mutating func writeFeed() throws {
    let feed = try AtomFeed(source: source)
    try write(AtomFeed.path) { try feed.write(to: $0) }
    package.add(page: AtomFeed.path, name: "changes-atom", mediaType: "application/atom+xml")
  }

  private mutating func writePages() throws {
    package.add(page: "index.html", name: "index-html", mediaType: "text/html")
    let report = try HTMLReport(
      source: source, dataFiles: package.paths.filter { $0 != "index.html" } + [ReportMark.package],
      write: write)
    try report.writeAll()
  }

  private mutating func writeLines() throws {
    let view = View.moderators
    let path = "ndjson/\(view.name).ndjson"
    var rows = 0
    try write(path) { sink in
      var lines = JSONWriter(columns: view.columns, layout: .lines, to: sink)
      try source.forEachRow(of: view, site: nil, order: .key) { row in
        try lines.write(row)
        rows += 1
      }
      try lines.finish()
    }
    summary.rows[view] = rows
    package.add(view, path: path, format: .ndjson, hasMark: false)
  }
}
