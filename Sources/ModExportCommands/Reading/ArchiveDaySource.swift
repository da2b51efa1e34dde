import Archive
import FoundationEssentials
import Reports
import Roster

/// The archive as it stood at a moment in the past, for reports: what was read by then, under the
/// names of that time.
struct ArchiveDaySource: ReportSource {
  /// When the latest roster of that time was read.
  let asOf: Date
  let origin: String?
  let generator = "modexport \(modexportVersion)"
  private let archive: Archive
  private let date: Date
  /// The date as the views write it.
  private let moment: String
  private let sites: [Row]
  /// For each site with a roster by then the row of its walk.
  private let walks: [ReportSite: Row]

  /// - Throws: `CommandFailure` (3) where the archive has no roster of that time.
  init(_ archive: Archive, at date: Date) throws {
    self.archive = archive
    self.date = date
    let moment = date.rfc3339
    self.moment = moment
    origin = try archive.status().origin
    var (sites, walks, latest) = ([Row](), [ReportSite: Row](), [Date]())
    let known = Record(of: .sites)
    for row in try archive.listing(.sites).rows {
      let site = known.with(row)
      guard !Self.isLater(site["first_seen"], than: moment) else { continue }
      let roster = try archive.roster(of: site.site.id, network: site.site.network, asOf: date)
      let walk = try roster.source.flatMap {
        try archive.listing(.walks, ViewFilter(walk: $0.walk)).rows.first
      }
      walks[site.site] = walk
      latest += roster.source.map { [$0.readAt] } ?? []
      sites.append(
        try archive.row(of: site, at: moment, walk: walk, moderators: roster.listing.rows.count))
    }
    guard let asOf = latest.max() else {
      throw CommandFailure(.incomplete, "The archive has no roster of \(moment) or before.")
    }
    (self.asOf, self.sites, self.walks) = (asOf, sites, walks)
  }

  func forEachRow(
    of view: View, site: ReportSite?, order: ReportOrder, _ body: (Row) throws -> Void
  ) throws {
    let selected = sites.map { Record(of: .sites).with($0) }.filter {
      site == nil || $0.site == site
    }
    switch view {
    case .sites: try selected.map(\.row).forEach(body)
    case .moderators, .formerModerators:
      for site in selected where walks[site.site] != nil {
        let rows = try members(view, of: site.site)
        try (order == .reader ? view.inReaderOrder(rows) : rows).forEach(body)
      }
    case .people:
      let rows = try people()
      try (order == .reader ? view.inReaderOrder(rows) : rows).forEach(body)
    case .changes: try forEachPast("observed_at", of: view, site, order, body)
    case .walks, .runs: try forEachPast("finished_at", of: view, site, order, body)
    case .pages: try forEachPage(body)
    }
  }

  func forEachModerator(
    of site: ReportSite, _ body: (ReportModerator) throws -> Void
  ) throws {
    let profiles = try ModeratorProfiles(archive, site, until: date)
    try forEachRow(of: .moderators, site: site, order: .reader) { try body(profiles.with($0)) }
  }

  func proof(of site: ReportSite) throws -> ReportProof? {
    try walks[site].map(archive.proof)
  }

  private func members(_ view: View, of site: ReportSite) throws -> [Row] {
    let record = Record(of: view)
    return try archive.roster(
      of: site.id, network: site.network, former: view == .formerModerators, asOf: date
    ).listing.rows
      .sorted { record.with($0).number("user_id") ?? 0 < record.with($1).number("user_id") ?? 0 }
  }

  /// Rows whose time had come.
  private func forEachPast(
    _ column: String, of view: View, _ site: ReportSite?, _ order: ReportOrder,
    _ body: (Row) throws -> Void
  ) throws {
    let record = Record(of: view)
    let filter = ViewFilter(network: site?.network, site: site?.id)
    try archive.forEachRow(of: view, filter, order: ViewOrder(order)) { row in
      let time = record.with(row)[column]
      if time != nil, !Self.isLater(time, than: moment) { try body(row) }
    }
  }

  /// The pages of the walks that had ended.
  private func forEachPage(_ body: (Row) throws -> Void) throws {
    var walks: Set<Cell> = []
    try forEachPast("finished_at", of: .walks, nil, .key) { row in
      if let walk = row.first { walks.insert(walk) }
    }
    try archive.forEachRow(of: .pages) { row in
      if let walk = row.first, walks.contains(walk) { try body(row) }
    }
  }

  private func people() throws -> [Row] {
    var people: [PersonKey: [Seat]] = [:]
    let record = Record(of: .moderators)
    try forEachRow(of: .moderators, site: nil, order: .key) { row in
      let moderator = record.with(row)
      guard let account = moderator.number("account_id"), account > 0 else { return }
      people[PersonKey(account: account, network: moderator.site.network), default: []]
        .append(Seat(moderator))
    }
    return people.sorted { $0.key < $1.key }.map { $0.key.row($0.value) }
  }

  /// Times in RFC 3339 sort as text.
  fileprivate static func isLater(_ time: String?, than moment: String) -> Bool {
    time.map { $0 > moment } ?? false
  }
}

extension Archive {
  /// A row of `sites` as it was.
  fileprivate func row(
    of site: Record, at moment: String, walk: Row?, moderators: Int
  ) throws -> Row {
    let walks = Record(of: .walks)
    let proof = walk.map { walks.with($0) }
    let filter = ViewFilter(network: site.site.network, site: site.site.id)
    let complete = try listing(.walks, filter).rows.map { walks.with($0) }.last {
      $0["verdict"] == Verdict.Name.complete.rawValue
        && !ArchiveDaySource.isLater($0["finished_at"], than: moment)
    }
    return zip(View.sites.columnNames, site.row).map { column, cell in
      switch column {
      case "moderators": proof == nil ? .null : .integer(moderators)
      case "verdict": Cell(proof?["verdict"])
      case "published_at": Cell(proof?["finished_at"])
      case "complete_at": proof == nil ? .null : Cell(complete?["finished_at"])
      case "closed_at", "last_seen":
        // A later list says nothing of which was the last one by then.
        ArchiveDaySource.isLater(cell.description, than: moment) ? .null : cell
      default: cell
      }
    }
  }
}

/// Who somebody is across the sites of a network.
private struct PersonKey: Hashable, Comparable {
  var account: Int
  var network: String

  static func < (one: PersonKey, other: PersonKey) -> Bool {
    (one.account, one.network) < (other.account, other.network)
  }

  /// The row of `people` that the person's seats make; of equal reputation the site that comes first
  /// names the person.
  func row(_ seats: [Seat]) -> Row {
    let most = seats.map { $0.reputation ?? 0 }.max()
    let known = seats.compactMap(\.reputation)
    return [
      .text(network), .integer(account),
      Cell(seats.first { $0.reputation ?? 0 == most }?.name), .integer(seats.count),
      known.isEmpty ? .null : .integer(known.reduce(0, +)),
      .text(seats.map(\.site).sorted().joined(separator: " ")),
    ]
  }
}

/// What one of a person's sites says of them.
private struct Seat {
  var site: SiteID
  var name: String?
  var reputation: Int?

  /// - Parameter moderator: A row of `moderators`.
  init(_ moderator: Record) {
    site = moderator.site.id
    name = moderator["display_name"]
    reputation = moderator.number("reputation")
  }
}
