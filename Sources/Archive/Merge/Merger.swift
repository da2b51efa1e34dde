import FoundationEssentials
import GRDB
import Roster

/// Replays what several archives read into a new one, in the order of time and inside one transaction: each roster as
/// its archive knew it, through the same steps that publish one.
struct Merger {
  /// What came of it so far.
  var merge: Merge
  let archive: ArchiveDatabase
  let sources: [MergeSource]
  let database: Database
  /// Throws to stop the work.
  let check: () throws -> Void
  /// The rows of the new archive in place of those of each archive.
  var (runs, sites): ([[Int: Int]], [[Int: Int]])
  /// What is replayed, in its order.
  private let places: [MergeSource.Place]
  /// The lists of elected moderators among them.
  let lists: [MergeSource.Place]
  /// What has the latest date of each kind, site and log.
  private var latest: [String: (at: Int, marks: Set<Mark>)] = [:]
  /// The last reading of each site by each archive.
  var looks: [Int: [Int: Look]] = [:]
  /// What a wrong clock dated.
  private(set) var corrections: [Correction] = []
  /// The latest roster that is proven by pages no more.
  var prunedUntil: Int?
  /// The entries that have a page only for as long as the next roster of the site needs it.
  var standIns: [Int] = []

  /// What tells whether two archives have the same entry.
  private struct Mark: Hashable {
    var began: Int
    var items: Int?
    var total: Int?
    var people = IDSum()
  }

  /// A reading of a site.
  struct Look {
    var entry: Int
    var site: Int
    var time: ClosedRange<Int>
    var people: IDSum
  }

  /// The dates of an entry that a wrong clock dated.
  struct Correction {
    var entry: Int
    var began: Int
    var notBefore: Int
    var at: Int
  }

  /// - Parameters:
  ///   - archive: The new archive, which is empty.
  ///   - check: Called often.
  init(
    _ sources: [MergeSource], into archive: ArchiveDatabase, _ database: Database,
    check: @escaping () throws -> Void
  ) throws {
    (self.sources, self.archive, self.database, self.check) = (sources, archive, database, check)
    (runs, sites) = (sources.map { _ in [:] }, sources.map { _ in [:] })
    merge = Merge(path: archive.path)
    places = try sources.enumerated().flatMap { try $1.places(as: $0) }
      .sorted { $0.order < $1.order }
    lists = places.filter { $0.kind == .elected }
  }

  /// Replays everything.
  ///
  /// - Parameter now: The time of the merge.
  mutating func run(at now: Int) throws {
    try copyRuns()
    for (number, place) in places.enumerated() {
      if number.isMultiple(of: 100) { try check() }
      guard let reading = try sources[place.source].reading(place.entry) else { continue }
      let next = try Entry.nextID(database)
      try replay(reading, place)
      guard let notBefore = reading.notBefore, let last = try LedgerPlace.latest(database),
        last.entry == next
      else { continue }
      corrections.append(
        Correction(
          entry: next, began: reading.entry.began, notBefore: notBefore, at: last.at.unixSeconds))
    }
    try finish(at: now)
  }

  private mutating func replay(
    _ reading: MergeSource.Reading, _ place: MergeSource.Place
  ) throws {
    switch place.kind {
    case .api:
      guard let network = reading.body.network, let api = reading.body.api else { return }
      let bound = try String.fetchOne(
        database, sql: "SELECT api FROM network WHERE name = ?", arguments: [network])
      if api != bound {
        try archive.bindAPI(api, network: network, at: reading.entry.at, database)
      }
    case .sites: try list(reading, place)
    case .log: try log(reading, place)
    case .backfill: if try !claims(reading, place) { try log(reading, place) }
    case .walk: try walk(reading, place)
    case .attempt:
      let site = try site(of: place)
      if isNew(reading, of: "\(site)") { try attempt(reading, place, site: site) }
    case .elected: try elected(reading, place)
    case .prune, .clock, .withhold, .merge: break
    }
  }

  /// Whether no archive had the entry before this one.
  ///
  /// - Parameters:
  ///   - subject: The site that it is about.
  ///   - people: Who was read.
  mutating func isNew(
    _ reading: MergeSource.Reading, of subject: String, people: IDSum = IDSum()
  ) -> Bool {
    let (entry, body) = (reading.entry, reading.body)
    let key = [entry.kind.rawValue, body.network ?? "", body.log ?? "", subject]
      .joined(separator: "\n")
    let mark = Mark(began: entry.began, items: entry.items, total: entry.total, people: people)
    if latest[key]?.at != entry.at { latest[key] = (entry.at, []) }
    return latest[key]?.marks.insert(mark).inserted ?? true
  }

  /// The row of the site of a place.
  func site(of place: MergeSource.Place) throws -> Int {
    guard let site = place.site.flatMap({ sites[place.source][$0] }) else {
      throw DatabaseError(message: "entry \(place.entry) is of a site that no list had")
    }
    return site
  }

  private mutating func list(
    _ reading: MergeSource.Reading, _ place: MergeSource.Place
  ) throws {
    guard let network = reading.body.network else { return }
    let listed = try sources[place.source].sites(of: reading, in: network)
    let isKnown = try listed.allSatisfy { try archive.knownSiteKey($0.site.ref, database) != nil }
    // Of a site that is named by an address, and then has a name, there are several lists in a second; and lists are
    // replayed before the walks of their sites, whatever their dates are.
    let content =
      reading.body.whole == true
      ? [] : listed.map { "\($0.site.id)\t\($0.site.name)\t\($0.site.url)" }.sorted()
    let subject = (["\(reading.entry.at)"] + content).joined(separator: "\n")
    // The same list in both archives still tells which sites are the same.
    if isNew(reading, of: subject) || !isKnown {
      try database.execute(
        sql: "INSERT OR IGNORE INTO network (name) VALUES (?)", arguments: [network])
      var recorder = try SiteListRecorder(database, network: network)
      let isBelieved = try recorder.record(
        listed.map(\.site), isWhole: reading.body.whole == true)
      var (entry, body) = (reading.entry, reading.body)
      entry.site = try place.site == nil ? nil : listed.first.map { try siteKey($0.site) }
      entry.evidence = try EvidenceSum.of(.sites, by: recorder.entry, database)[recorder.entry]
      body.whole = isBelieved ? true : nil
      try append(entry, body, of: place)
    }
    for (key, site) in listed { sites[place.source][key] = try siteKey(site) }
  }

  private func siteKey(_ site: Site) throws -> Int { try archive.siteKey(site.ref, database) }

  /// The rows of a read of a log, or of a dump of several.
  private mutating func log(_ reading: MergeSource.Reading, _ place: MergeSource.Place) throws {
    let site = try place.site == nil ? nil : site(of: place)
    let rows = try GRDB.Row.fetchCursor(
      sources[place.source].database.cachedStatement(
        sql: """
          SELECT e.*, l.network, l.name AS log_name, l.site AS log_site
          FROM log_entry e JOIN history_log l ON l.id = e.log WHERE e.entry = ?
          """), arguments: [place.entry])
    let (number, before) = (try Entry.nextID(database), database.totalChangesCount)
    let file = try reading.body.sha256.flatMap { try Entry.backfill(of: $0, site: site, database) }
    var logs: [Int: Int] = [:]
    while let row = try rows.next() {
      let key: Int = try row.value("log")
      let log =
        try logs[key]
        ?? StoredLog.begin(
          LogRef(row.value("log_name"), of: nil, in: row.value("network")),
          ofSite: (row.value("log_site") as Int?).flatMap { sites[place.source][$0] }, database
        ).id
      logs[key] = log
      let told = try (row.value("site") as Int?).flatMap { sites[place.source][$0] }
      try StoredEntry(row).write(
        log: log, site: told, as: number, isOfDump: place.kind == .backfill, beside: file, database)
    }
    let hasRows = database.totalChangesCount > before
    let isNew =
      place.kind == .backfill ? file == nil : isNew(reading, of: "\(site ?? 0)")
    guard isNew || hasRows else { return }
    var entry = reading.entry
    entry.site = site
    entry.evidence = try EvidenceSum.of(.log, by: number, database)[number]
    try append(entry, reading.body, of: place)
  }

  /// The badges or claims of a file, unless an archive before this one had them.
  ///
  /// - Returns: Whether it has any.
  private mutating func claims(
    _ reading: MergeSource.Reading, _ place: MergeSource.Place
  ) throws -> Bool {
    let rows = try GRDB.Row.fetchCursor(
      sources[place.source].database.cachedStatement(
        sql: """
          SELECT site, \(StoredClaim.columns.joined(separator: ", ")) FROM claim WHERE entry = ? ORDER BY number
          """), arguments: [place.entry])
    let number = try Entry.nextID(database)
    let site = try place.site == nil ? nil : site(of: place)
    var count = 0
    while let row = try rows.next() {
      let url: String? = try row.value("source_url")
      if count == 0,
        try Entry.backfill(of: reading.body.sha256, site: site, from: url, database) != nil
      {
        return true
      }
      count += 1
      var about = place
      about.site = try row.value("site")
      try StoredClaim.insert(
        Array(row.databaseValues.dropFirst()), site: self.site(of: about), as: number, database)
    }
    if count == 0 { return false }
    var entry = reading.entry
    entry.site = site
    entry.evidence = try EvidenceSum.of(.claims, by: number, database)[number]
    try append(entry, reading.body, of: place)
    return true
  }

  /// Appends an entry of another archive.
  func append(_ entry: Entry, _ body: Entry.Body, of place: MergeSource.Place) throws {
    var (entry, body) = (entry, body)
    body.archive = nil
    entry.body = try Entry.text(of: body)
    entry.began = min(entry.began, entry.at)
    entry.run = entry.run.flatMap { runs[place.source][$0] }
    try entry.append(to: database)
  }
}
