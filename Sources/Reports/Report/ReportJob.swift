import Roster
import Tables

/// Writes one report.
final class ReportJob {
  private let writer: ReportWriter
  private let source: ReportReader
  private let folder: OutputFolder
  /// Called after each file.
  private let progress: (String) throws -> Void
  private(set) var summary = ReportSummary()
  private var package: DataPackage
  private var tally = ReportTally()
  /// What the first page lists: tables and feed with their sizes.
  private var dataFiles: [DataFile] = []
  /// The day of the first roster.
  private var firstDay: String?

  init(
    writer: ReportWriter, folder: OutputFolder,
    progress: @escaping (String) throws -> Void
  ) throws {
    self.writer = writer
    source = try ReportReader(writer.source, namesFor: writer.publicAfter)
    self.folder = folder
    self.progress = progress
    package = DataPackage(source)
  }

  func run() throws {
    for view in View.allCases { try read(view) }
    if writer.formats.contains(.atom) { try writeFeed() }
    try writeRosters()
    if writer.formats.contains(.html) { try writePages() }
    if writer.deposit != nil, source.omission == nil { try writeArchive() }
    try write(FolderKind.report.document) { try $0.write(package.bytes) }
    if let description = writer.deposit {
      try write(Deposit(description: description, source: source, firstDay: firstDay))
    }
  }

  private func write(_ name: String, _ body: (any ByteSink) throws -> Void) throws {
    try folder.write(prefix + name, body)
    try progress(name)
  }

  /// The folder in which the report stands.
  private var prefix: String { writer.deposit == nil ? "" : Deposit.payload }

  /// Writes what makes the report a deposit.
  private func write(_ deposit: Deposit) throws {
    let described = package.described + [(FolderKind.report.document, "application/json")]
    let files = described.compactMap { path, mediaType in
      folder.files[prefix + path].map {
        PayloadFile(path: path, mediaType: mediaType, bytes: $0.bytes)
      }
    }
    for (name, bytes) in [
      ("CITATION.cff", deposit.citation), ("datacite.json", deposit.dataCite),
      ("ro-crate-metadata.json", deposit.crate(files)),
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

  /// Reads a view for its table and for what the pages tell of it.
  private func read(_ view: View) throws {
    let isCounted =
      !writer.formats.isDisjoint(with: [.html, .atom]) && ReportTally.views.contains(view)
    guard writer.formats.contains(.csv) else {
      if isCounted {
        try source.forEachRow(of: view, site: nil, order: .key) { tally.count($0, of: view) }
      }
      return
    }
    let path = "csv/\(view.name).csv"
    var (count, formulas) = (0, 0)
    try write(path) { sink in
      var table = try CSVWriter(
        columns: view.columns, spreadsheetSafe: writer.spreadsheetSafe, to: sink)
      try source.forEachRow(of: view, site: nil, order: .key) { row in
        count += 1
        try table.write(row)
        if isCounted { tally.count(row, of: view) }
      }
      try table.finish()
      formulas = table.formulaCells
    }
    summary.rows[view] = count
    summary.formulaCells += formulas
    package.add(view, path: path, hasMark: writer.spreadsheetSafe)
    dataFiles.append(DataFile(path: path, meaning: view.meaning, rows: count, bytes: size(path)))
  }

  private func writeFeed() throws {
    let feed = try AtomFeed(source: source, base: writer.address)
    try write(AtomFeed.path) { try feed.write(to: $0) }
    let pages = SitePages(firstNetwork: source.firstNetwork)
    for site in tally.changesBySite.keys.sorted() {
      let page = "sites/" + pages.fileName(of: site)
      let own = feed.feed(of: site, page: page)
      try write(AtomFeed.path(besides: page)) { try own.write(to: $0) }
    }
    package.add(page: AtomFeed.path, name: "changes-atom", mediaType: "application/atom+xml")
    dataFiles.append(
      DataFile(
        path: AtomFeed.path, meaning: "the changes, as a feed", bytes: size(AtomFeed.path)))
  }

  /// Writes what everything else follows from, for whoever keeps it.
  private func writeRosters() throws {
    var count = 0
    try write(RosterLine.path) { sink in
      var buffer = ByteBuffer(to: sink)
      buffer.append("\(source.head ?? RosterLine.noHead)\n")
      try source.forEach({ try $0.forEachRoster($1) }) { (roster: RosterLine) in
        count += 1
        firstDay = min(firstDay ?? roster.day, roster.day)
        buffer.append("\(roster.text)\n")
        try buffer.drain()
      }
      try buffer.flush()
    }
    package.add(page: RosterLine.path, name: "rosters-txt", mediaType: "text/plain")
    dataFiles.append(
      DataFile(
        path: RosterLine.path, meaning: "every roster that was published, with its digest",
        rows: count, bytes: size(RosterLine.path)))
  }

  /// Writes the archive itself into the deposit.
  private func writeArchive() throws {
    try folder.write(
      prefix + Deposit.archive, besides: ["-journal", "-wal", "-shm"], at: source.copyArchive)
    package.add(
      page: Deposit.archive, name: "archive", mediaType: "application/vnd.sqlite3", isText: false)
    try progress(Deposit.archive)
  }

  /// The bytes of a file that was written.
  private func size(_ path: String) -> Int? { folder.files[prefix + path]?.bytes }

  private func writePages() throws {
    package.add(page: "index.html", name: "index-html", mediaType: "text/html")
    let later = [
      DataFile(
        path: FolderKind.report.document, meaning: "what every column of every table means"),
      DataFile(path: FolderKind.sums, meaning: "checksums of all files, for sha256sum -c"),
    ]
    let report = try HTMLReport(
      source: source, tally: tally,
      dataFiles: dataFiles + later, address: writer.address,
      writeFile: { path, bytes in try self.write(path) { try $0.write(bytes) } })
    try report.writeAll()
  }
}
