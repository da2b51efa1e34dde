import Roster
import Tables

/// Writes one report.
final class ReportJob {
  private let writer: ReportWriter
  private let source: any ReportSource
  private let folder: OutputFolder
  /// Called after each file.
  private let progress: (String) throws -> Void
  private(set) var summary = ReportSummary()
  private var files: [DataFile] = []
  private var tally = ReportTally()
  /// The day of the first roster.
  private var firstDay: String?

  init(
    writer: ReportWriter, folder: OutputFolder,
    progress: @escaping (String) throws -> Void
  ) throws {
    self.writer = writer
    let source = writer.source
    self.source = try writer.publicAfter.map { try RedactedSource(source, namesFor: $0) } ?? source
    self.folder = folder
    self.progress = progress
  }

  func run() throws {
    for view in View.allCases { try write(view) }
    try writeFeeds()
    try writeRosters()
    try writePages()
    if writer.deposit != nil, source.omission == nil { try writeArchive() }
    let package = DataPackage(source: source, files: files, hasMark: writer.spreadsheetSafe)
    try write(FolderKind.report.document) { try $0.write(package.bytes) }
    if let description = writer.deposit {
      try write(Deposit(description: description, source: source, firstDay: firstDay))
    }
  }

  private func write(_ name: String, _ body: (any ByteSink) throws -> Void) throws {
    try folder.write(prefix + name, body)
    try progress(name)
  }

  /// Notes a file for what describes it, with its size where it is written.
  private func describe(_ file: DataFile) {
    var file = file
    file.bytes = folder.files[prefix + file.path]?.bytes
    files.append(file)
  }

  /// The folder in which the report stands.
  private var prefix: String { writer.deposit == nil ? "" : Deposit.payload }

  /// Writes what makes the report a deposit.
  private func write(_ deposit: Deposit) throws {
    describe(DataFile(path: FolderKind.report.document, mediaType: "application/json"))
    for (name, bytes) in [
      ("CITATION.cff", deposit.citation), ("datacite.json", deposit.dataCite),
      ("ro-crate-metadata.json", deposit.crate(files.filter { $0.mediaType != nil })),
    ] { try write(name) { try $0.write(bytes) } }
    let payload = folder.files.sorted { $0.key < $1.key }
      .map { (path: $0.key, sha256: $0.value.sha256, bytes: $0.value.bytes) }
    let bag = Bag(deposit: deposit, payload: payload)
    for (name, bytes) in bag.tagFiles { try folder.write(name) { try $0.write(bytes) } }
    let tags = bag.tagFiles.compactMap { name, _ in
      folder.files[name].map { "\($0.sha256)  \(name)\n" }
    }
    try folder.write("tagmanifest-sha256.txt") { try $0.write(Array(tags.joined().utf8)) }
  }

  /// Writes the table of a view, and counts its rows for the pages.
  private func write(_ view: View) throws {
    let path = "csv/\(view.name).csv"
    var count = 0
    try write(path) { sink in
      var table = try CSVWriter(
        columns: view.columns, spreadsheetSafe: writer.spreadsheetSafe, to: sink)
      try source.forEachRow(of: view, order: .key) { row in
        count += 1
        try table.write(row)
        tally.count(row, of: view)
      }
      try table.finish()
      summary.formulaCells += table.formulaCells
    }
    describe(
      DataFile(
        path: path, meaning: view.meaning, mediaType: "text/csv", view: view, rows: count))
  }

  private func writeFeeds() throws {
    let feed = try AtomFeed(source: source, base: writer.address)
    try write(AtomFeed.path) { try feed.write(to: $0) }
    let pages = SitePages(firstNetwork: source.firstNetwork)
    for site in tally.changesBySite.keys.sorted() {
      let page = "sites/" + pages.fileName(of: site)
      let own = feed.feed(of: site, page: page)
      try write(AtomFeed.path(besides: page)) { try own.write(to: $0) }
    }
    describe(
      DataFile(
        path: AtomFeed.path, meaning: "the changes, as a feed", mediaType: "application/atom+xml"))
  }

  /// Writes what everything else follows from, for whoever keeps it.
  private func writeRosters() throws {
    var count = 0
    try write(RosterLine.path) { sink in
      var buffer = ByteBuffer(to: sink)
      buffer.append("\(source.head ?? RosterLine.noHead)\n")
      try source.forEachRoster { roster in
        count += 1
        firstDay = min(firstDay ?? roster.day, roster.day)
        buffer.append("\(roster.text)\n")
        try buffer.drain()
      }
      try buffer.flush()
    }
    describe(
      DataFile(
        path: RosterLine.path, meaning: "every roster that was published, with its digest",
        mediaType: "text/plain", rows: count))
  }

  /// Writes the archive itself into the deposit.
  private func writeArchive() throws {
    try folder.write(
      prefix + Deposit.archive, besides: ["-journal", "-wal", "-shm"], at: source.copyArchive)
    describe(DataFile(path: Deposit.archive, mediaType: "application/vnd.sqlite3"))
    try progress(Deposit.archive)
  }

  private func writePages() throws {
    let later = [
      DataFile(
        path: FolderKind.report.document, meaning: "what every column of every table means"),
      DataFile(path: FolderKind.sums, meaning: "checksums of all files, for sha256sum -c"),
    ]
    let report = try HTMLReport(
      source: source, tally: tally, files: files + later, address: writer.address,
      writeFile: { path, bytes in try self.write(path) { try $0.write(bytes) } })
    try report.writeAll()
    describe(DataFile(path: "index.html", mediaType: "text/html"))
  }
}
