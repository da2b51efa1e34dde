import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// The sites with a roster, by network and id, and when they were read.
  ///
  /// - Parameters:
  ///   - site: Its present id; nil for all sites.
  ///   - network: Only its sites; nil for all. Ignored where a site is set.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func readSites(
    of site: SiteRef? = nil, network: NetworkID? = nil
  ) throws -> [TenureHistory.ReadSite] {
    try read { database in
      let key = try site.map { try siteKey($0, database) }
      let readAgain = try Self.readAgain(key, database)
      return try Self.readSites(key, network: network, database).map { row in
        try TenureHistory.ReadSite(row, readAgain: readAgain[row.value("id")] ?? [])
      }
    }
  }

  /// Visits all tenures of some sites with a roster, with the dates of the views, one site after the other.
  ///
  /// - Parameter sites: Those of ``readSites(of:network:)``, in the same state of the archive: see ``asOfNow(_:)``.
  /// - Throws: What `body` throws; `unknown` where the archive does not contain a site.
  package func forEachTenureHistory(
    of sites: [TenureHistory.ReadSite], _ body: (TenureHistory) throws -> Void
  ) throws {
    try read { database in
      // With one role a user has one row.
      let hasRoles = try RoleTable.names(database).count > 1
      let withPast = try Self.sitesWithPastTenures(database)
      for site in sites {
        let key = try siteKey(site.site, database)
        let tenures = try Self.tenures(key, hasPast: withPast.contains(key), database)
        let history = TenureHistory(sites: [site], tenures: tenures)
        try body(hasRoles ? history.joiningRoles : history)
      }
    }
  }

  private static func readSites(
    _ site: Int?, network: NetworkID?, _ database: Database
  ) throws -> [GRDB.Row] {
    try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT s.id, s.network, s.parameter,
          (SELECT min(finished_at) FROM walk w WHERE w.site = s.id AND w.published = 1) AS first,
          (SELECT max(finished_at) FROM walk w WHERE w.site = s.id AND w.published = 1) AS last
        FROM site s
        WHERE s.published_walk IS NOT NULL AND iif(?1 IS NULL, s.network = coalesce(?2, s.network), s.id = ?1)
        ORDER BY s.network, s.parameter
        """, arguments: [site, network])
  }

  /// The last reading of each month, by site.
  private static func readAgain(_ site: Int?, _ database: Database) throws -> [Int: [Date]] {
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT site, max(finished_at) AS finished_at FROM walk
        WHERE published = 1 AND (?1 IS NULL OR site = ?1)
        GROUP BY site, strftime('%Y-%m', finished_at, 'unixepoch')
        """, arguments: [site])
    return try rows.reduce(into: [:]) { dates, row in
      dates[try row.value("site"), default: []].append(
        Date(unixSeconds: try row.value("finished_at")))
    }
  }

  private static func sitesWithPastTenures(_ database: Database) throws -> Set<Int> {
    try Int.fetchSet(
      database,
      sql: "SELECT DISTINCT m.site FROM past_tenure o CROSS JOIN member m ON m.id = o.member")
  }

  private static func tenures(
    _ site: Int, hasPast: Bool, _ database: Database
  ) throws -> [TenureHistory.SiteTenure] {
    let lastRead = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT \(Schema.lastRead) FROM site s WHERE s.id = ?"),
      arguments: [site])
    var tenures: [TenureHistory.SiteTenure] = []
    for sql in hasPast ? [pastTenures, latestTenures] : [latestTenures] {
      let rows = try GRDB.Row.fetchCursor(
        database.cachedStatement(sql: sql), arguments: [site])
      while let row = try rows.next() {
        tenures.append(
          try TenureHistory.SiteTenure(row, lastRead: Date(unixSeconds: lastRead ?? 0)))
      }
    }
    return tenures
  }

  /// The tenures of one site before the latest one of each member: see ``TenureHistory/SiteTenure``.
  private static let pastTenures = """
    SELECT m.user_id, m.kind, o.first_seen, o.absent_before, o.last_seen,
      \(Schema.leftAfter()), o.left_at, o.elected,
      \(Schema.loggedBeginning()), \(Schema.loggedEnd())
    FROM member m CROSS JOIN past_tenure o ON o.member = m.id WHERE m.site = ?
    """

  /// The latest tenure of each member of one site.
  private static let latestTenures = """
    SELECT m.user_id, m.kind, m.first_seen, m.absent_before, m.last_seen,
      \(Schema.leftAfter(of: "m")), m.left_at, m.elected,
      \(Schema.loggedBeginning(of: "m")), \(Schema.loggedEnd(of: "m"))
    FROM member m WHERE m.site = ?
    """
}

extension TenureHistory.ReadSite {
  fileprivate init(_ row: GRDB.Row, readAgain: [Date]) throws {
    let first = Date(unixSeconds: try row.value("first"))
    try self.init(
      SiteRef(row.value("network"), row.value("parameter")), first: first,
      last: Date(unixSeconds: row.value("last")), readAgain: readAgain.filter { $0 > first })
  }
}

extension TenureHistory.SiteTenure {
  /// Columns are read by number, since a million of them are.
  ///
  /// - Parameter lastRead: When those who moderate were last seen.
  fileprivate init(_ row: GRDB.Row, lastRead: Date) throws {
    func date(_ column: Int) throws -> Date? {
      try (row.value(column) as Int?).map { Date(unixSeconds: $0) }
    }
    let elected: Int? = try row.value(7)
    try self.init(
      site: 0,
      tenure: Tenure(
        userID: RoleKey(rawValue: row.value(0)).number, absentBefore: date(3),
        firstSeen: Date(unixSeconds: row.value(2)), lastSeen: date(4) ?? lastRead,
        leftAfter: date(5), leftAt: date(6), loggedBeginning: date(8), loggedEnd: date(9)),
      kind: Moderator.Kind(code: row.value(1)) ?? .moderator,
      isElected: elected.map { $0 == 1 })
  }
}
