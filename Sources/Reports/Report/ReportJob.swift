import Folders
import Roster
import Tables

/// Writes one report.
struct ReportJob {
  let writer: ReportWriter
  let folder: OutputFolder
  let progress: (String) throws -> Void
  var summary = ReportSummary()
  private var package: DataPackage
  private let tally = ReportTally()
  /// The sites that have a feed.
  private var feeds: Set<SiteRef> = []

  init(
    writer: ReportWriter, folder: OutputFolder, progress: @escaping (String) throws -> Void
  ) {
    self.writer = writer
    self.folder = folder
    self.progress = progress
    package = DataPackage(writer.source)
  }

  var source: any ReportSource { writer.source }

  mutating func run() throws {
    for view in View.allCases { try read(view) }
    describeTables()
    if writer.formats.contains(.atom) { try writeFeed() }
    if writer.formats.contains(.html) { try writePages() }
    let package = self.package.bytes
    try write(FolderKind.report.document) { try $0.write(package) }
    if let deposit = writer.deposit { try write(deposit) }
  }

  /// Writes one file of the report and reports it to `progress`.
  func write(_ name: String, _ body: (any ByteSink) throws -> Void) throws {
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

  /// The tables that are also written as NDJSON.
  private static let lines: [View] = [.moderators, .tenures, .observations]

  private func path(of view: View, as format: ReportFormat) -> String? {
    guard writer.formats.contains(format), format == .csv || Self.lines.contains(view) else {
      return nil
    }
    return "\(format.rawValue)/\(view.name).\(format.rawValue)"
  }

  /// Reads a view once, for its table in all formats and for what the pages tell of it.
  private mutating func read(_ view: View) throws {
    let (csv, ndjson) = (path(of: view, as: .csv), path(of: view, as: .ndjson))
    let isCounted =
      !writer.formats.isDisjoint(with: [.html, .atom]) && ReportTally.views.contains(view)
    guard csv != nil || ndjson != nil || isCounted else { return }
    var (rows, formulas) = (0, 0)
    try writeIfWanted(csv) { csv in
      try writeIfWanted(ndjson) { ndjson in
        var table = try csv.map {
          try CSVWriter(columns: view.columns, spreadsheetSafe: writer.spreadsheetSafe, to: $0)
        }
        var lines = ndjson.map { JSONWriter(columns: view.columns, layout: .lines, to: $0) }
        try source.forEachRow(of: view, site: nil, order: .key) { row in
          rows += 1
          try table?.write(row)
          try lines?.write(row)
          if isCounted { tally.count(row, of: view) }
        }
        try table?.finish()
        try lines?.finish()
        formulas = table?.formulaCells ?? 0
      }
    }
    if csv != nil || ndjson != nil { summary.rows[view] = rows }
    summary.formulaCells += formulas
  }

  private func writeIfWanted(_ name: String?, _ body: ((any ByteSink)?) throws -> Void) throws {
    guard let name else { return try body(nil) }
    try write(name) { try body($0) }
  }

  private mutating func describeTables() {
    for format in [ReportFormat.csv, .ndjson] {
      for view in View.allCases {
        guard let path = path(of: view, as: format) else { continue }
        let hasMark = format == .csv && writer.spreadsheetSafe
        package.add(view, path: path, format: format, hasMark: hasMark)
      }
    }
  }

  private mutating func writeFeed() throws {
    let feed = try AtomFeed(source: source, hasProfiles: false, base: writer.address)
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

  private mutating func writePages() throws {
    package.add(page: "index.html", name: "index-html", mediaType: "text/html")
    let others = writer.linksOthers ? try folder.reportsBeside(of: source.identity) : []
    let report = try HTMLReport(
      source: source, tally: tally,
      dataFiles: dataFiles, feeds: feeds, address: writer.address,
      others: others.filter { $0.asOf != source.asOf }, write: write)
    try report.writeAll()
  }
}
