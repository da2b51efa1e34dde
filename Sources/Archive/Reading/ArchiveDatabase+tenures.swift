import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// All tenures of the sites with a roster, with the dates of the views.
  ///
  /// - Parameters:
  ///   - site: Its present id; nil for all sites.
  ///   - network: Only its sites; nil for all. Ignored where a site is set.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func tenureHistory(
    of site: SiteRef? = nil, network: NetworkID? = nil
  ) throws -> TenureHistory {
    try read { database in
      let key = try site.map { try siteKey($0, database) }
      var history = TenureHistory()
      var places: [Int: Int] = [:]
      var lastReads: [Date] = []
      let readAgain = try Self.readAgain(key, database)
      for row in try Self.readSites(key, network: network, database) {
        let site: Int = try row.value("id")
        places[site] = history.sites.count
        history.sites.append(try TenureHistory.ReadSite(row, readAgain: readAgain[site] ?? []))
        lastReads.append(Date(unixSeconds: try row.value("last_read")))
      }
      let rows = try Self.tenures(key, database)
      while let row = try rows.next() {
        guard let place = try places[row.value("site")] else { continue }
        history.tenures.append(
          try TenureHistory.SiteTenure(row, site: place, lastRead: lastReads[place]))
      }
      // With one role a user has one row.
      return try RoleTable.names(database).count > 1 ? history.joiningRoles : history
    }
  }

  private static func readSites(
    _ site: Int?, network: NetworkID?, _ database: Database
  ) throws -> [GRDB.Row] {
    try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT s.id, s.network, s.parameter, \(Schema.lastRead) AS last_read,
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

  private static func tenures(_ site: Int?, _ database: Database) throws -> RowCursor {
    try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT m.site, m.user_id, m.kind, o.first_seen, o.absent_before, o.last_seen,
          \(Schema.leftAfter()) AS left_after, o.left_at, o.elected,
          \(Schema.loggedBeginning()) AS began_at, \(Schema.loggedEnd()) AS ended_at
        FROM past_tenure o JOIN member m ON m.id = o.member WHERE ?1 IS NULL OR m.site = ?1
        UNION ALL
        SELECT m.site, m.user_id, m.kind, m.first_seen, m.absent_before, m.last_seen,
          \(Schema.leftAfter(of: "m")), m.left_at, m.elected,
          \(Schema.loggedBeginning(of: "m")), \(Schema.loggedEnd(of: "m"))
        FROM member m WHERE ?1 IS NULL OR m.site = ?1
        """, arguments: [site])
  }
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
  /// - Parameter lastRead: When those who moderate were last seen.
  fileprivate init(_ row: GRDB.Row, site: Int, lastRead: Date) throws {
    let elected: Int? = try row.value("elected")
    try self.init(
      site: site,
      tenure: Tenure(
        userID: RoleKey(rawValue: row.value("user_id")).number,
        absentBefore: row.date("absent_before"),
        firstSeen: Date(unixSeconds: row.value("first_seen")),
        lastSeen: row.date("last_seen") ?? lastRead, leftAfter: row.date("left_after"),
        leftAt: row.date("left_at"), loggedBeginning: row.date("began_at"),
        loggedEnd: row.date("ended_at")),
      kind: Moderator.Kind(code: row.value("kind")) ?? .moderator,
      isElected: elected.map { $0 == 1 })
  }
}
