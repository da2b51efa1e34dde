package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Compares the rosters of two moments: what the later one shows differently, and between which
  /// two readings that happened. Reads the changes since the earlier moment and no roster.
  ///
  /// A roster of a moment is the one that the latest reading by then published. A first roster is
  /// the baseline of its site and no difference: a site without a roster of the earlier moment has
  /// no differences, and ``ComparedSite/state`` says why.
  ///
  /// - Parameters:
  ///   - earlier: Rounded down to whole seconds.
  ///   - later: Not before `earlier`; nil for the current rosters.
  ///   - site: Its present id; nil for all sites.
  ///   - network: Only its sites; nil for all. Ignored where a site is set.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func difference(
    from earlier: Date, to later: Date? = nil, site: SiteRef? = nil, network: NetworkID? = nil
  ) throws -> RosterComparison {
    let span = (from: earlier.unixSeconds, to: later?.unixSeconds ?? .max)
    return try read { database in
      let key = try site.map { try siteKey($0, database) }
      var comparison = RosterComparison()
      let sites = try ComparedSite.fetchAll(span.from, span.to, key, database).filter {
        site != nil || network == nil || $0.site.site.network == network
      }
      comparison.sites = sites.map(\.site)
      let compared = Dictionary(
        sites.filter { $0.site.earlier != nil && $0.site.later != nil }.map { ($0.key, $0.site) },
        uniquingKeysWith: { first, _ in first })
      try ChangesOfMember.forEach(since: span.from, site: key, database) { member in
        guard let site = compared[member.site] else { return }
        comparison.add(member, of: site.site, until: span.to)
      }
      return comparison
    }
  }
}

extension RosterComparison {
  fileprivate mutating func add(_ member: ChangesOfMember, of site: SiteRef, until end: Int) {
    let inTime = member.changes.prefix { $0.observedAt.unixSeconds <= end }
    guard !inTime.isEmpty else { return }
    let net = NetChange(Array(inTime))
    if let passage = net.passage { passages[passage, default: 0] += 1 }
    let kind = member.kind(before: member.changes.dropFirst(inTime.count))
    differences += net.differences.map {
      SiteDifference(site: site, kind: kind, difference: $0)
    }
  }
}

extension ComparedSite {
  /// The sites that were known by the later moment, with their row ids, in the order of their ids.
  fileprivate static func fetchAll(
    _ earlier: Int, _ later: Int, _ site: Int?, _ database: Database
  ) throws -> [(key: Int, site: ComparedSite)] {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT s.id, s.network, s.parameter, s.name, s.closed_at <= ?1 AS was_closed,
          iif(s.closed_at <= ?2, s.closed_at, NULL) AS closed_at,
          e.finished_at AS earlier, e.verdict AS earlier_verdict, l.finished_at AS later,
          l.verdict AS later_verdict
        FROM listed_site s
        LEFT JOIN reading e ON e.id = (\(latestWalk("?1"))) LEFT JOIN reading l ON l.id = (\(latestWalk("?2")))
        WHERE s.first_seen <= ?2 AND (?3 IS NULL OR s.id = ?3) ORDER BY s.network, s.parameter
        """, arguments: [earlier, later, site])
    return try rows.map { row in
      try (
        row.value("id"),
        ComparedSite(
          site: SiteRef(row.value("network"), row.value("parameter")), name: row.value("name"),
          earlier: Reading(row, "earlier"), later: Reading(row, "later"),
          closedAt: row.date("closed_at"), wasClosed: row.value("was_closed") ?? false)
      )
    }
  }

  private static func latestWalk(_ date: String) -> String {
    """
    SELECT id FROM reading WHERE site = s.id AND finished_at <= \(date) ORDER BY id DESC LIMIT 1
    """
  }
}

extension ComparedSite.Reading {
  /// Nil where the row has no such reading.
  fileprivate init?(_ row: GRDB.Row, _ name: String) throws {
    guard let readAt = try row.date(name) else { return nil }
    let verdict: String = try row.value("\(name)_verdict")
    self.init(readAt: readAt, verdict: Verdict.Name(rawValue: verdict) ?? .unproven)
  }
}

/// The changes of one member after a moment, oldest first.
private struct ChangesOfMember {
  var site: Int
  var id: Int
  /// The present kind, or the last known one.
  var presentKind: Moderator.Kind
  var changes: [DatedChange] = []

  /// The kind before later changes.
  func kind(before later: ArraySlice<DatedChange>) -> Moderator.Kind {
    let fields = later.lazy.flatMap(\.change.detail)
    let before = fields.first { $0.column == "kind" }?.before
    return before.flatMap(Moderator.Kind.init(rawValue:)) ?? presentKind
  }

  /// Calls `body` with each member that has changes, in the order of sites and keys. Where nothing is known of the time
  /// before a tenure, the first reading of it stands for a change that is none.
  static func forEach(
    since date: Int, site: Int?, _ database: Database, _ body: (ChangesOfMember) throws -> Void
  ) throws {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT c.*, m.id AS member, m.kind AS member_kind FROM (
          SELECT id, site, user_id, role, account_id, display_name, kind, detail, observed_at, previous_walk_at
          FROM dated_change
          UNION ALL
          SELECT NULL, m.site, m.user_id, m.role, m.account_id, m.display_name, 'joined', NULL, t.first_seen,
            t.first_seen
          FROM held t JOIN seat m ON m.id = t.member WHERE t.absent_before IS NULL
        ) c JOIN site s ON s.id = c.site
        JOIN seat m ON m.site = c.site AND m.user_id = c.user_id AND m.role = c.role
        WHERE c.observed_at > ?1 AND (?2 IS NULL OR c.site = ?2)
        ORDER BY s.network, s.parameter, c.user_id, m.id, c.observed_at, c.id
        """, arguments: [date, site])
    var member: ChangesOfMember?
    while let row = try rows.next() {
      let id: Int = try row.value("member")
      if let complete = member, complete.id != id {
        try body(complete)
        member = nil
      }
      let kind = try Moderator.Kind(code: row.value("member_kind")) ?? .moderator
      var changed =
        try member ?? ChangesOfMember(site: row.value("site"), id: id, presentKind: kind)
      changed.changes.append(try DatedChange(row))
      member = changed
    }
    if let member { try body(member) }
  }
}

extension DatedChange {
  fileprivate init(_ row: GRDB.Row) throws {
    let kind: String = try row.value("kind")
    let change = try Change(
      userID: row.value("user_id"), role: Role(rawValue: row.value("role")),
      accountID: row.value("account_id"),
      displayName: row.value("display_name"),
      kind: Change.Kind(rawValue: kind) ?? .profile,
      detail: Change.fields(inDetail: row.value("detail")) ?? [])
    self.init(
      change, previousWalkAt: Date(unixSeconds: try row.value("previous_walk_at")),
      observedAt: Date(unixSeconds: try row.value("observed_at")))
  }
}
