package import FoundationEssentials
import GRDB
package import Roster

extension Archive {
  /// Takes over a network's list of sites: adds new ones, updates the others, and closes those that
  /// the list no longer holds.
  ///
  /// A list that is not whole by its own word, or has less than three quarters of the sites known to be
  /// open, closes none: an outage must not close a network. A site is known by the host of its address, then
  /// by a former host where its id does not tell, then by its id: one that is listed under another id was
  /// renamed and keeps its roster and history, also where two sites have swapped their ids.
  ///
  /// - Parameters:
  ///   - date: When the list was fetched. A list is dated at least a second after the one before it.
  ///   - total: How many sites there are, as the API says; nil where it does not say.
  ///   - isWhole: Whether the list ended by its own word and holds as many sites as that.
  package func recordSites(
    _ sites: [Site], network: String, at date: Date, total: Int? = nil, isWhole: Bool = true
  ) throws -> SiteListUpdate {
    try write { database in
      let previous = try Int.fetchOne(
        database, sql: "SELECT max(fetched_at) FROM site_list WHERE network = ?",
        arguments: [network])
      let date = previous.map { max(date.unixSeconds, $0 &+ 1) } ?? date.unixSeconds
      try Seal.update(.network, network, in: database) {
        try database.execute(
          sql: """
            INSERT INTO network (name, sites_fetched_at) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET sites_fetched_at = ?2
            """, arguments: [network, date])
      }
      var recorder = try SiteListRecorder(database, network: network, at: date)
      let isBelieved = try recorder.record(sites, isWhole: isWhole)
      try Self.keepList(
        of: network, at: date, items: sites.count, total: total, isBelieved: isBelieved, database)
      return recorder.update
    }
  }

  /// Keeps that a list was taken over, after its sites were.
  private static func keepList(
    of network: String, at date: Int, items: Int, total: Int?, isBelieved: Bool,
    _ database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO site_list (network, fetched_at, items, total, is_whole, sites_sum, known)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, (SELECT count(*) FROM site WHERE network = ?1))
        """,
      arguments: [
        network, date, items, total, isBelieved,
        try EvidenceSum.ofSites(in: network, lastSeen: date, database),
      ])
    try Seal.write(.siteList, database.lastInsertedRowID, in: database)
  }

  /// How the latest list of a network's sites was: nil where none was taken over.
  package func latestSiteList(network: String) throws -> SiteListState? {
    try read { database in
      try GRDB.Row.fetchOne(
        database,
        sql: """
          SELECT fetched_at, items, total, is_whole, (
              SELECT count(*) FROM site s
              WHERE s.network = l.network AND s.closed_at IS NULL AND s.last_seen < l.fetched_at)
          FROM site_list l WHERE network = ? ORDER BY id DESC LIMIT 1
          """, arguments: [network]
      ).map {
        try SiteListState(
          fetchedAt: Date(unixSeconds: $0.value(0)), items: $0.value(1), total: $0.value(2),
          isBelieved: $0.value(3), lacking: $0.value(4))
      }
    }
  }

  /// The network's sites by id, closed ones included.
  package func knownSites(network: String) throws -> [KnownSite] {
    try knownSites(network, "")
  }

  /// The site with exactly this id, which takes no reading of the others; nil where there is none.
  package func knownSite(_ site: SiteID, network: String) throws -> KnownSite? {
    try knownSites(network, "AND parameter = ?", [site]).first
  }

  private func knownSites(
    _ network: String, _ condition: String, _ arguments: StatementArguments = []
  ) throws -> [KnownSite] {
    try read { database in
      let rows = try GRDB.Row.fetchCursor(
        database,
        sql: """
          SELECT parameter, name, url, type, state, audience, launch_date, aliases, closed_at,
            moderators, verdict, published_at, complete_at,
            (SELECT max(finished_at) FROM walk WHERE walk.site = site.id),
            (SELECT max(read_at) FROM elected_walk WHERE elected_walk.site = site.id)
          FROM site WHERE network = ? \(condition) ORDER BY parameter
          """, arguments: [network] + arguments
      )
      return try Array(rows.map { try KnownSite($0, network: network) })
    }
  }

  /// When the network's list of sites was last taken over, nil where it never was.
  package func siteListFetchedAt(network: String) throws -> Date? {
    try read { database in
      try Int.fetchOne(
        database, sql: "SELECT sites_fetched_at FROM network WHERE name = ?", arguments: [network]
      ).map(Date.init(unixSeconds:))
    }
  }

  /// The number of a site inside the file.
  func siteKey(_ site: SiteID, network: String, _ database: Database) throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT id FROM site WHERE network = ? AND parameter = ?")
    let key = try Int.fetchOne(statement, arguments: [network, site])
    guard let key else {
      throw error(.unknown, "The archive knows no site \(site) of \(network).")
    }
    return key
  }
}

extension KnownSite {
  fileprivate init(_ row: GRDB.Row, network: String) throws {
    let aliases: String = try row.value(7)
    site = try Site(
      network: network, id: row.value(0), name: row.value(1), url: row.value(2),
      type: SiteType(rawValue: row.value(3)),
      state: row.value(4), audience: row.value(5), launchDate: row.date(6),
      aliases: (try? JSONDecoder().decode([String].self, from: Data(aliases.utf8))) ?? [])
    closedAt = try row.date(8)
    if let publishedAt = try row.date(11) {
      published = try PublishedRoster(
        count: row.value(9) ?? 0, verdict: Verdict.Name(rawValue: row.value(10) ?? "") ?? .unproven,
        publishedAt: publishedAt, completeAt: row.date(12))
    }
    lastAttempt = try row.date(13)
    electedReadAt = try row.date(14)
  }
}
