import FoundationEssentials
import GRDB
import Roster

/// Records one list of sites, inside a transaction.
struct SiteListRecorder {
  private(set) var update = SiteListUpdate()
  private let database: Database
  private let network: NetworkID
  private let date: Int
  private var known: [SiteRef: Known] = [:]

  /// What matching a site with the list needs.
  private struct Known {
    var key: Int
    var place: String
    var isOpen: Bool { closedAt == nil }
    var name: String
    /// The entry of the latest list with the site.
    var lastList: Int
    /// When a list closed the site; nil while it is open.
    var closedAt: Int?
    /// Whether the site's roster was ever published: only then are its events recorded as changes.
    var isMirrored: Bool
    /// The previous id, where this list renames the site.
    var formerID: SiteRef?
  }

  init(_ database: Database, network: NetworkID, at date: Int) throws {
    self.database = database
    self.network = network
    self.date = date
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT parameter, id, url, closed_at, name, published_at IS NOT NULL AS is_mirrored,
          (SELECT max(l.id) FROM site_list l
            WHERE l.network = site.network AND l.fetched_at = site.last_seen) AS last_list
        FROM site WHERE network = ?
        """,
      arguments: [network])
    while let row = try rows.next() {
      let closedAt: Int? = try row.value("closed_at")
      try known[SiteRef(network, row.value("parameter"))] = Known(
        key: row.value("id"), place: Site.place(in: row.value("url")), name: row.value("name"),
        lastList: row.value("last_list") ?? 0, closedAt: closedAt,
        isMirrored: row.value("is_mirrored"))
    }
  }

  /// - Parameter isWhole: Whether the API reports that the list contains all sites: otherwise none
  ///   is closed.
  /// - Returns: Whether the list is accepted as complete.
  mutating func record(_ sites: [Site], isWhole: Bool) throws -> Bool {
    let listed = Set(sites.map(\.ref))
    // Also in an incomplete list, a known address under another id is the same site.
    let matching = SiteMatching(
      sites, known: known.mapValues { .init(place: $0.place, isOpen: $0.isOpen) })
    try rename(matching.renamed)
    update.ambiguous = matching.ambiguous.sorted()
    let open = known.filter(\.value.isOpen)
    let there = open.keys.count { listed.contains($0) }
    let isPlausible = there * 4 >= open.count * 3
    if !isPlausible { update.implausible = .init(known: open.count, listed: there) }
    for site in sites { try save(site) }
    guard isWhole, isPlausible else { return false }
    try close(missingFrom: listed)
    return true
  }

  /// The entry of the latest accepted list without a site that has since been closed; nil without one.
  private func latestListWithout(closedSince date: Int) throws -> Int? {
    try Int.fetchOne(
      database,
      sql: """
        SELECT max(id) FROM site_list
        WHERE network = ?1 AND (is_whole = 1 OR fetched_at = ?2) AND fetched_at BETWEEN ?2 AND ?3
        """, arguments: [network, date, self.date])
  }

  /// Gives sites their new ids, which may be the old ids of sites that are renamed too.
  private mutating func rename(_ renamings: [SiteListUpdate.Renaming]) throws {
    let moves = renamings.compactMap { renaming in
      known.removeValue(forKey: renaming.before).map { (renaming, $0) }
    }
    let intact = try moves.map(\.1.key).filter {
      try Seal.isWhole(.site, [$0.databaseValue], database)
    }
    // In two steps, because an id must be unique at every moment.
    for (_, site) in moves { try setID("\u{1}\(site.key)", of: site.key) }
    for (renaming, site) in moves {
      try setID(renaming.after.id, of: site.key)
      known[renaming.after] = site
      known[renaming.after]?.formerID = renaming.before
    }
    for key in intact { try Seal.write(.site, key, in: database) }
    update.renamed = renamings
  }

  private func setID(_ id: SiteID, of key: Int) throws {
    try database.execute(
      sql: "UPDATE site SET parameter = ? WHERE id = ?", arguments: [id, key])
  }

  private mutating func save(_ site: Site) throws {
    guard let known = known[site.ref] else { return try insert(site) }
    if !known.isOpen { update.reopened.append(site.ref) }
    try recordChanges(known, site)
    let formerID = known.formerID?.id ?? site.id
    if known.name != site.name || formerID != site.id {
      try SearchIndex.keepSite(known.key, name: site.name, parameter: site.id, database)
    }
    try Seal.update(.site, known.key, in: database) {
      try database.cachedStatement(
        sql: """
          UPDATE site SET name = ?, url = ?, type = ?, state = ?, audience = ?, launch_date = ?,
            aliases = ?, last_seen = ?, closed_at = NULL
          WHERE id = ?
          """
      ).execute(arguments: [
        site.name, site.url, site.type.rawValue, site.state, site.audience,
        site.launchDate?.unixSeconds, try StoredJSON.text(of: site.aliases), date, known.key,
      ])
    }
    // A list may contain a site twice: the second entry finds what the first has written.
    self.known[site.ref]?.closedAt = nil
    self.known[site.ref]?.name = site.name
    self.known[site.ref]?.formerID = nil
  }

  /// Adds a site that the archive does not know.
  private mutating func insert(_ site: Site) throws {
    update.added.append(site.ref)
    try database.cachedStatement(
      sql: """
        INSERT INTO site (network, parameter, name, url, type, state, audience, launch_date, aliases,
          first_seen, last_seen)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      network, site.id, site.name, site.url, site.type.rawValue, site.state, site.audience,
      site.launchDate?.unixSeconds, try StoredJSON.text(of: site.aliases), date, date,
    ])
    let key = Int(database.lastInsertedRowID)
    try Seal.write(.site, key, in: database)
    try SearchIndex.keepSite(key, name: site.name, parameter: site.id, database)
    known[site.ref] = Known(
      key: key, place: Site.place(in: site.url), name: site.name,
      lastList: try Entry.nextID(database), isMirrored: false)
  }

  private func recordChanges(_ known: Known, _ site: Site) throws {
    guard known.isMirrored else { return }
    var fields: [Change.FieldChange] = []
    if let before = known.formerID {
      fields.append(Change.FieldChange(column: "site", before: before.id, after: site.id))
    }
    if known.name != site.name {
      fields.append(Change.FieldChange(column: "name", before: known.name, after: site.name))
    }
    if !fields.isEmpty {
      try ChangeRow.insert(
        .siteRenamed, ofSite: known.key, named: site.name, detail: fields, after: known.lastList,
        database)
    }
    guard let closedAt = known.closedAt else { return }
    try ChangeRow.insert(
      .siteReopened, ofSite: known.key, named: site.name,
      after: try latestListWithout(closedSince: closedAt) ?? known.lastList, database)
  }

  private mutating func close(missingFrom listed: Set<SiteRef>) throws {
    for (id, site) in known.sorted(by: { $0.key < $1.key })
    where site.isOpen && !listed.contains(id) {
      try Seal.update(.site, site.key, in: database) {
        try database.execute(
          sql: "UPDATE site SET closed_at = ? WHERE id = ?", arguments: [date, site.key])
      }
      update.closed.append(id)
      guard site.isMirrored else { continue }
      try ChangeRow.insert(
        .siteClosed, ofSite: site.key, named: site.name, after: site.lastList, database)
    }
  }
}
