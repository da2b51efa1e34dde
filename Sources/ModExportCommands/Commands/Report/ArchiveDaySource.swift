import Archive
import FoundationEssentials
import Reports
import Roster
import Tables

/// The archive as it stood at a moment in the past, for reports: what was read by then, under the
/// names of that time, those of sites included.
struct ArchiveDaySource: ReportSource {
  /// When the latest roster of that time was read.
  let asOf: Date
  let origin: String?
  let generator = "modexport \(modexportVersion)"
  let identity: String
  let firstNetwork: NetworkID?
  private let archive: ArchiveDatabase
  private let date: Date
  /// The date as the views write it.
  private let moment: String
  private let rosters: DayRosters
  private let names: SitesOfDay
  private let sites: [Row]
  /// For each site with a roster by then the row of its walk.
  private let walks: [SiteRef: Row]

  /// - Throws: `CommandFailure` (3) where the archive has no roster of that time.
  init(_ archive: ArchiveDatabase, at date: Date, _ networks: NetworkRegistry) throws {
    self.archive = archive
    self.date = date
    let moment = date.rfc3339
    self.moment = moment
    origin = try archive.status().origin(networks)
    identity = try archive.identity()
    firstNetwork = try archive.firstNetwork()
    rosters = try DayRosters(archive, at: date)
    let known = try archive.listing(.sites).rows.map(Record<SiteColumn>.init)
      .filter { !Self.isLater($0[.firstSeen], than: moment) }
    let names = try SitesOfDay(archive, sites: known.map(\.site), at: date)
    var (sites, walks, latest) = ([Row](), [SiteRef: Row](), [Date]())
    for site in known {
      let then = names.then(site.site)
      let roster = try rosters.rebuild(site.site, as: then)
      let walk = try roster.flatMap {
        try archive.listing(.walks, ViewFilter(walk: $0.source.walk)).rows.first
      }
      walks[then] = walk.map { names.row($0, of: .walks) }
      latest += roster.map { [$0.source.readAt] } ?? []
      let row = try archive.row(
        of: site, at: moment, walk: walk, moderators: roster?.moderators ?? 0)
      sites.append(names.row(row, of: .sites))
    }
    guard let asOf = latest.max() else {
      throw CommandFailure(.incomplete, "The archive has no roster of \(moment) or before.")
    }
    (self.asOf, self.names, self.sites, self.walks) = (asOf, names, names.sorted(sites), walks)
  }

  func forEachRow(
    of view: View, site: SiteRef?, order: ReportOrder, _ body: (Row) throws -> Void
  ) throws {
    switch view {
    case .sites:
      for row in sites where site == nil || Record<SiteColumn>(row).site == site {
        try body(row)
      }
    case .moderators, .formerModerators, .people:
      let filter = ViewFilter(site: site)
      try rosters.forEachRow(of: view, filter, order: ViewOrder(order), body)
    case .changes: try forEachPast(ChangeColumn.observedAt, of: view, site, order, body)
    case .walks: try forEachPast(WalkColumn.finishedAt, of: view, site, order, body)
    case .runs: try forEachPast(RunColumn.finishedAt, of: view, site, order, body)
    case .pages: try forEachPage(body)
    }
  }

  func forEachModerator(
    of site: SiteRef, _ body: (ReportModerator) throws -> Void
  ) throws {
    try forEachRow(of: .moderators, site: site, order: .reader) { row in
      let profile = try Record<ModeratorColumn>(row).number(.userID).flatMap {
        try archive.profile(ofUser: $0, of: names.now(site))
      }
      try body(ReportModerator(row: row, profile, until: date))
    }
  }

  func proof(of site: SiteRef) throws -> ReportProof? {
    try walks[site].map(archive.proof)
  }

  /// Rows whose time had come.
  private func forEachPast<Column: ViewColumn>(
    _ column: Column, of view: View, _ site: SiteRef?, _ order: ReportOrder,
    _ body: (Row) throws -> Void
  ) throws {
    let filter = ViewFilter(site: site.map(names.now))
    try archive.forEachRow(of: view, filter, order: ViewOrder(order)) { row in
      let time = Record(row)[column]
      if time != nil, !Self.isLater(time, than: moment) { try body(names.row(row, of: view)) }
    }
  }

  /// The pages of the walks that had ended.
  private func forEachPage(_ body: (Row) throws -> Void) throws {
    var walks: Set<Int> = []
    try forEachPast(WalkColumn.finishedAt, of: .walks, nil, .key) { row in
      if let walk = Record<WalkColumn>(row).number(.id) { walks.insert(walk) }
    }
    try archive.forEachRow(of: .pages) { row in
      if let walk = Record<PageColumn>(row).number(.walkID), walks.contains(walk) { try body(row) }
    }
  }

  /// Times in RFC 3339 sort as text.
  fileprivate static func isLater(_ time: String?, than moment: String) -> Bool {
    time.map { $0 > moment } ?? false
  }
}

extension ArchiveDatabase {
  /// A row of `sites` as it was.
  fileprivate func row(
    of site: Record<SiteColumn>, at moment: String, walk: Row?, moderators: Int
  ) throws -> Row {
    let proof = walk.map(Record<WalkColumn>.init)
    let filter = ViewFilter(site: site.site)
    let complete = try listing(.walks, filter).rows.map(Record<WalkColumn>.init).last {
      $0.verdict == .complete
        && !ArchiveDaySource.isLater($0[.finishedAt], than: moment)
    }
    return zip(SiteColumn.allCases, site.row).map { column, cell in
      switch column {
      case .moderators: proof == nil ? .null : .integer(moderators)
      case .verdict: Cell(proof?[.verdict])
      case .publishedAt: Cell(proof?[.finishedAt])
      case .completeAt: proof == nil ? .null : Cell(complete?[.finishedAt])
      case .closedAt, .lastSeen:
        // A later list says nothing of which was the last one by then.
        ArchiveDaySource.isLater(cell.description, than: moment) ? .null : cell
      default: cell
      }
    }
  }
}
