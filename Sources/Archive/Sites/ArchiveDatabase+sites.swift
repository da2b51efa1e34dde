package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Records a network's list of sites: adds new sites, updates the others, and closes those that
  /// the list no longer contains.
  ///
  /// A list that the API does not report as complete, or that contains less than three quarters of
  /// the open sites, closes none: an outage must not close a network. A site is matched by the host
  /// of its address, then by a former host where the id does not decide, then by its id. A site
  /// that is listed under another id was renamed and keeps its roster and history, also where two
  /// sites have swapped their ids.
  ///
  /// - Parameters:
  ///   - date: When the list was fetched. A whole list is dated at least a second after the previous one, and
  ///     another not before it.
  ///   - total: How many sites the API reports; nil where it reports no total.
  ///   - isWhole: Whether the API reported the end of the list and the list contains as many sites as
  ///     reported.
  package func recordSites(
    _ sites: [Site], network: NetworkID, at date: Date, total: Int? = nil, isWhole: Bool = true
  ) throws -> SiteListUpdate {
    try write { database in
      let previous = try Int.fetchOne(
        database, sql: "SELECT max(fetched_at) FROM site_list WHERE network = ?",
        arguments: [network])
      // Some hundred sites that are named by address are recorded one by one within a second.
      let step = isWhole ? 1 : 0
      let date = previous.map { max(date.unixSeconds, $0 &+ step) } ?? date.unixSeconds
      try database.execute(
        sql: "INSERT OR IGNORE INTO network (name) VALUES (?)", arguments: [network])
      var recorder = try SiteListRecorder(database, network: network)
      let isBelieved = try recorder.record(sites, isWhole: isWhole)
      // A list of one site is an entry of that site.
      let only = sites.count == 1 && !isWhole ? try siteKey(sites[0].ref, database) : nil
      var entry = try Entry(
        .sites, at: date, site: only,
        Entry.Body(
          network: network, whole: isBelieved ? true : nil,
          lacking: isBelieved || recorder.lacking == 0 ? nil : recorder.lacking),
        evidence: EvidenceSum.of(.sites, by: recorder.entry, database)[recorder.entry])
      (entry.items, entry.total) = (sites.count, total)
      try entry.append(to: database)
      return recorder.update
    }
  }

  /// The state of the latest list of a network's sites; nil without one.
  package func latestSiteList(of network: NetworkID) throws -> SiteListState? {
    try read { database in
      try GRDB.Row.fetchOne(
        database,
        sql: """
          SELECT fetched_at, items, total, is_whole, lacking FROM site_list WHERE network = ? ORDER BY id DESC LIMIT 1
          """, arguments: [network]
      ).map {
        try SiteListState(
          fetchedAt: Date(unixSeconds: $0.value("fetched_at")), items: $0.value("items"),
          total: $0.value("total"),
          isBelieved: $0.value("is_whole"), lacking: $0.value("lacking"))
      }
    }
  }

  /// The sites of a network, or of all, by network and id, closed ones included.
  package func knownSites(of network: NetworkID? = nil) throws -> [KnownSite] {
    try read { try knownSites(where: "?1 IS NULL OR s.network = ?1", [network], $0) }
  }

  /// The names of all sites.
  package func siteNames() throws -> [SiteRef: String] {
    try read {
      try SiteRef.values("SELECT network, parameter, name FROM site", [], $0) { try $0.value(2) }
    }
  }

  /// The sites with exactly this id, at most one per network.
  package func knownSites(withID id: SiteID) throws -> [KnownSite] {
    try read { try knownSites(where: "s.parameter = ?", [id], $0) }
  }

  /// The network of the site that was added first; nil without sites.
  package func firstNetwork() throws -> NetworkID? {
    try read { try String.fetchOne($0, sql: "SELECT network FROM site ORDER BY id LIMIT 1") }
  }

  /// The networks whose sites the archive knows, in alphabetical order.
  package func networks() throws -> [NetworkID] {
    try read { try String.fetchAll($0, sql: "SELECT name FROM network ORDER BY name") }
  }

  /// - Throws: `unknown` where the archive does not contain the site.
  package func knownSite(_ site: SiteRef) throws -> KnownSite {
    let found = try read {
      try knownSites(where: "s.network = ? AND s.parameter = ?", [site.network, site.id], $0)
    }
    guard let found = found.first else { throw unknown(site) }
    return found
  }

  func knownSites(
    where condition: String, _ arguments: StatementArguments, _ database: Database
  ) throws -> [KnownSite] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT s.network, \(SiteVersion.columns(of: "s")), s.closed_at, s.moderators, s.verdict, s.reasons, s.published_at,
          s.complete_at, s.fault, s.fault_message, s.fault_at, s.mark, s.checked_at, w.finished_at,
          w.verdict AS walk_verdict, w.reasons AS walk_reasons, w.published,
          (SELECT finished_at FROM elected_list WHERE id = (SELECT max(id) FROM entry
            WHERE site = s.id AND kind = 'elected')) AS elected_read_at,
          EXISTS (SELECT 1 FROM walk o WHERE o.site = s.id) AS is_unfinished,
          iif(s.published_walk IS NULL, NULL, coalesce((SELECT url FROM former_site f WHERE f.site = s.id
            AND f.since <= s.published_walk AND f.until > s.published_walk), s.url)) AS published_url
        FROM listed_site s LEFT JOIN finished_walk w ON w.id = (
          SELECT max(id) FROM entry l WHERE l.site = s.id AND l.kind IN ('walk', 'attempt'))
        WHERE \(condition) ORDER BY s.network, s.parameter
        """, arguments: arguments)
    return try Array(rows.map { try KnownSite($0) })
  }

  /// The row id of a site.
  func siteKey(_ site: SiteRef, _ database: Database) throws -> Int {
    guard let key = try knownSiteKey(site, database) else { throw unknown(site) }
    return key
  }

  /// The row of a site; nil where the archive does not contain it.
  func knownSiteKey(_ site: SiteRef, _ database: Database) throws -> Int? {
    let statement = try database.cachedStatement(
      sql: "SELECT id FROM site WHERE network = ? AND parameter = ?")
    return try Int.fetchOne(statement, arguments: [site.network, site.id])
  }

  private func unknown(_ site: SiteRef) -> ArchiveError {
    error(.unknown, "The archive knows no site \(site.id) of \(site.network).")
  }
}

extension SiteRef {
  /// The site with a row id; nil without one.
  static func fetch(_ key: Int, _ database: Database) throws -> SiteRef? {
    let statement = try database.cachedStatement(
      sql: "SELECT network, parameter FROM site WHERE id = ?")
    return try GRDB.Row.fetchOne(statement, arguments: [key]).map {
      try SiteRef($0.value(0), $0.value(1))
    }
  }

  /// What the rows of a query say of sites; it begins with the network and the id of each.
  static func values<Value>(
    _ sql: String, _ arguments: StatementArguments, _ database: Database,
    _ value: (GRDB.Row) throws -> Value
  ) throws -> [SiteRef: Value] {
    let rows = try GRDB.Row.fetchCursor(database, sql: sql, arguments: arguments)
    var values: [SiteRef: Value] = [:]
    while let row = try rows.next() {
      try values.updateValue(value(row), forKey: SiteRef(row.value(0), row.value(1)))
    }
    return values
  }
}

extension Site {
  /// - Parameter row: A row with `network` and ``SiteVersion/columns``.
  init(_ row: GRDB.Row) throws {
    let aliases: String = try row.value("aliases")
    try self.init(
      SiteRef(row.value("network"), row.value("parameter")), name: row.value("name"),
      url: row.value("url"),
      type: SiteType(rawValue: row.value("type")),
      state: row.value("state"), audience: row.value("audience"),
      launchDate: row.date("launch_date"),
      aliases: StoredJSON.value(in: aliases) ?? [])
  }
}

extension KnownSite {
  fileprivate init(_ row: GRDB.Row) throws {
    site = try Site(row)
    closedAt = try row.date("closed_at")
    publishedAt = try row.date("published_at")
    publishedURL = try row.value("published_url")
    verdict = try Verdict(name: row.value("verdict") ?? "", reasons: row.value("reasons") ?? "")
    completeAt = try row.date("complete_at")
    moderators = try row.value("moderators")
    lastWalk = try row.date("finished_at").map { date in
      let reasons: String = try row.value("walk_reasons") ?? ""
      return try WalkStatus(
        finishedAt: date,
        verdict: Verdict.Name(rawValue: row.value("walk_verdict") ?? "") ?? .incomplete,
        reasons: reasons.split(separator: " ").compactMap { Verdict.Reason(rawValue: String($0)) },
        wasPublished: row.value("published") ?? false)
    }
    hasUnfinishedWalk = try row.value("is_unfinished")
    fault = try row.date("fault_at").map {
      try SiteFault(
        site: site.ref, reason: row.value("fault") ?? "", message: row.value("fault_message") ?? "",
        at: $0)
    }
    electedReadAt = try row.date("elected_read_at")
    mark = try row.value("mark")
    checkedAt = try row.date("checked_at")
  }
}
