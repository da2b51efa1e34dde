package import FoundationEssentials
import GRDB
package import Roster

/// The archive as of a moment: the data that was read by then, under the names of that time,
/// including those of sites.
///
/// Rows of views with a time have their own filter, ``ViewFilter/until``; rosters are rebuilt
/// (``DayRosters``), and rows of sites get the values of that time here.
package struct ArchiveDay: Sendable {
  /// When the latest roster of that time was read; nil without one.
  package let readAt: Date?
  private let archive: ArchiveDatabase
  private let date: Date
  private let rosters: DayRosters
  private let names: SitesOfDay
  private let sites: [Roster.Row]
  /// The walk that read the roster of a site, by the site's id of that time.
  private let walks: [SiteRef: Int]

  /// Rebuilds the rosters of all sites that were known at a moment.
  ///
  /// - Throws: `ArchiveError`.
  package init(_ archive: ArchiveDatabase, at date: Date) throws {
    (self.archive, self.date) = (archive, date)
    rosters = try DayRosters(archive, at: date)
    let moments = try archive.read { try SiteMoments.fetchAll(until: date, $0) }
    let known = try archive.listing(.sites).rows.compactMap { row in
      moments[row.site(SiteColumn.self)].map { (row: row, moments: $0) }
    }
    let names = try SitesOfDay(
      archive, sites: known.map { $0.row.site(SiteColumn.self) }, at: date)
    var (sites, walks, latest) = ([Roster.Row](), [SiteRef: Int](), Date?.none)
    for (row, moments) in known {
      let site = row.site(SiteColumn.self)
      let then = names.then(site)
      let roster = try rosters.rebuild(site, as: then)
      if let source = roster?.source {
        walks[then] = source.walk
        latest = max(latest ?? source.readAt, source.readAt)
      }
      let past = try moments.row(row, roster, archive.standing(ofWalk: roster?.source.walk))
      sites.append(names.row(past, of: .sites))
    }
    (self.names, self.sites, self.walks) = (names, names.sorted(sites), walks)
    readAt = latest
  }

  /// Calls `body` with each row of a view as of the moment, one at a time.
  ///
  /// - Parameters:
  ///   - site: The site's id of that time; nil for all.
  ///   - limit: At most this many rows; nil for all.
  /// - Throws: `ArchiveError`, and what the body throws.
  package func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int? = nil,
    _ body: (Roster.Row) throws -> Void
  ) throws {
    switch view {
    case .sites:
      let wanted = sites.filter { site == nil || $0.site(SiteColumn.self) == site }
      try wanted.prefix(limit ?? .max).forEach(body)
    case .moderators, .formerModerators, .people:
      let filter = ViewFilter(site: site)
      try rosters.forEachRow(of: view, filter, order: order, limit: limit, body)
    case .tenures:
      let filter = ViewFilter(site: site.map(names.now))
      let source = "(\(Schema.tenures(at: self.date.unixSeconds))) AS tenures"
      try archive.read {
        try view.forEachRow(filter, order: order, limit: limit, from: source, $0) {
          try body(names.row($0, of: view))
        }
      }
    case .observations, .changes, .walks, .pages, .runs:
      let filter = ViewFilter(site: site.map(names.now), until: date)
      try archive.forEachRow(of: view, filter, order: order, limit: limit) {
        try body(names.row($0, of: view))
      }
    }
  }

  /// Calls `body` with the moderators of a site, or with those who moderated it before, and with what the
  /// views lack, as of the moment, in the order of readers.
  ///
  /// - Throws: `ArchiveError`, and what the body throws.
  package func forEachProfile(
    of site: SiteRef, former: Bool = false, limit: Int? = nil,
    _ body: (ModeratorProfile) throws -> Void
  ) throws {
    let view = former ? View.formerModerators : .moderators
    try forEachRow(of: view, site: site, order: .reader, limit: limit) { row in
      var profile = ModeratorProfile(row: row)
      let role = Role(rawValue: row[ModeratorColumn.role.rawValue].description)
      if case .integer(let user) = row[ModeratorColumn.userID.rawValue],
        let known = try archive.profile(ofUser: user, role: role, of: names.now(site))
      {
        profile.reputation = known.reputation.filter { $0.since <= date }
        profile.tenures = row.tenures(of: known.tenures, at: date)
      }
      try body(profile)
    }
  }

  /// How many people moderated a site by then.
  package func everybodyCount() throws -> Int { try rosters.everybodyCount() }

  /// Calls `body` with everybody who moderated a site by then, one at a time, as
  /// ``ArchiveDatabase/forEachPerson(inGroups:_:)`` does.
  ///
  /// - Throws: `ArchiveError`, and what the body throws.
  package func forEachPerson(
    inGroups groups: Int, _ body: (PersonRecord) throws -> Void
  ) throws {
    try rosters.forEachPerson(inGroups: groups) { network, account, rows in
      let sites = try rows.compactMap { row -> PersonOnSite? in
        let known = try archive.onSite(names.now(row.site(ModeratorColumn.self)), row)
        return known.map { $0.asOf(row, at: date) }
      }
      let person = PersonRecord(network: network, accountID: account, sites: sites)
      if let person { try body(person) }
    }
  }

  /// The proof of the roster of a site; nil without a roster.
  ///
  /// - Throws: `ArchiveError`.
  package func proof(of site: SiteRef) throws -> RosterProof? {
    guard var proof = try walks[site].flatMap(archive.proof(ofWalk:)) else { return nil }
    proof.walk = names.row(proof.walk, of: .walks)
    return proof
  }
}

/// The times in a row of `sites` that may be later than the moment, in unix seconds.
private struct SiteMoments {
  var closedAt: Int?
  var lastSeen: Int?
  /// The latest complete walk by then.
  var completeAt: Int?

  /// By the sites' present ids; sites that were first listed later are left out.
  static func fetchAll(until date: Date, _ database: Database) throws -> [SiteRef: SiteMoments] {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT network, parameter, iif(closed_at <= ?1, closed_at, NULL) AS closed,
          iif(\(Schema.lastListed) <= ?1, \(Schema.lastListed), NULL) AS listed,
          (SELECT w.finished_at FROM finished_walk w
            WHERE w.site = site.id AND w.verdict = ?2 AND w.finished_at <= ?1
            ORDER BY w.id DESC LIMIT 1) AS completed
        FROM site WHERE first_seen <= ?1
        """, arguments: [date.unixSeconds, Verdict.Name.complete.rawValue])
    return try Dictionary(
      rows.map { row in
        try (
          SiteRef(row.value("network"), row.value("parameter")),
          SiteMoments(
            closedAt: row.value("closed"), lastSeen: row.value("listed"),
            completeAt: row.value("completed"))
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The row of `sites` with the values of that time. Where the site is in a later list, its last
  /// list by then is unknown.
  func row(
    _ row: Roster.Row, _ roster: (source: RosterListing.Source, moderators: Int)?,
    _ standing: (verdict: String?, grade: String?)?
  ) -> Roster.Row {
    zip(SiteColumn.allCases, row).map { column, cell in
      switch column {
      case .moderators: roster.map { .integer($0.moderators) } ?? .null
      case .verdict: standing?.verdict.map(Cell.text) ?? .null
      case .grade: standing?.grade.map(Cell.text) ?? .null
      case .publishedAt: Self.cell(roster?.source.readAt)
      case .completeAt: roster == nil ? .null : Self.cell(completeAt)
      case .closedAt: Self.cell(closedAt)
      case .lastSeen: Self.cell(lastSeen)
      default: cell
      }
    }
  }

  private static func cell(_ seconds: Int?) -> Cell {
    cell(seconds.map(Date.init(unixSeconds:)))
  }

  private static func cell(_ date: Date?) -> Cell {
    date.map { .text($0.rfc3339) } ?? .null
  }
}
