import Roster
import Tables

/// Writes one file of a report, by its path within it, and tells the user.
typealias ReportFileWriter = (String, (any ByteSink) throws -> Void) throws -> Void

/// Writes one report.
struct ReportJob {
  let writer: ReportWriter
  let folder: OutputFolder
  /// Called after each file.
  let progress: (String) throws -> Void
  var summary = ReportSummary()
  private var package: DataPackage
  private var tally = ReportTally()
  /// The sites that have a feed.
  private var feeds: Set<SiteRef> = []

  init(
    writer: ReportWriter, folder: OutputFolder,
    progress: @escaping (String) throws -> Void
  ) {
    self.writer = writer
    self.folder = folder
    self.progress = progress
    package = DataPackage(writer.source)
  }

  var source: any ReportSource { writer.source }

  mutating func run() throws {
    let write = fileWriter
    for view in View.allCases { try read(view, write) }
    if writer.formats.contains(.atom) { try writeFeed(write) }
    if writer.formats.contains(.html) { try writePages(write) }
    let package = self.package.bytes
    try write(FolderKind.report.document) { try $0.write(package) }
    if let deposit = writer.deposit { try self.write(deposit, write) }
  }

  private var fileWriter: ReportFileWriter {
    { [folder, prefix, progress] name, body in
      try folder.write(prefix + name, body)
      try progress(name)
    }
  }

  /// The folder in which the report stands.
  private var prefix: String { writer.deposit == nil ? "" : Deposit.payload }

  /// Writes what makes the report a deposit.
  private func write(_ deposit: Deposit, _ write: ReportFileWriter) throws {
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
  private mutating func read(_ view: View, _ write: ReportFileWriter) throws {
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
  }

  private mutating func writeFeed(_ write: ReportFileWriter) throws {
    let feed = try AtomFeed(source: source, base: writer.address)
    try write(AtomFeed.path) { try feed.write(to: $0) }
    let pages = SitePages(firstNetwork: source.firstNetwork)
    for site in tally.changesBySite.keys.sorted() {
      let page = "sites/" + pages.fileName(of: site)
      let own = feed.feed(of: site, page: page)
      let changes = try own.latest()
      guard !changes.isEmpty else { continue }
      try write(AtomFeed.path(besides: page)) { try own.write(changes, to: $0) }
      feeds.insert(site)
    }
    package.add(page: AtomFeed.path, name: "changes-atom", mediaType: "application/atom+xml")
  }

  /// What the first page lists: tables and feed with their sizes, and what is written after the pages.
  private var dataFiles: [DataFile] {
    let written = package.paths.filter { $0 != "index.html" }.map { path in
      let name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init)
      let view = path == AtomFeed.path ? nil : name.flatMap(View.init(rawValue:))
      return DataFile(
        path: path, rows: view.flatMap { summary.rows[$0] },
        bytes: folder.files[prefix + path]?.bytes)
    }
    return written + [
      DataFile(path: FolderKind.report.document), DataFile(path: FolderKind.sums),
    ]
  }

  private mutating func writePages(_ write: @escaping ReportFileWriter) throws {
    package.add(page: "index.html", name: "index-html", mediaType: "text/html")
    let report = try HTMLReport(
      source: source, tally: tally,
      dataFiles: dataFiles, feeds: feeds, address: writer.address,
      writeFile: { path, bytes in try write(path) { try $0.write(bytes) } })
    try report.writeAll()
  }
}
