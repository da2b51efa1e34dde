import FoundationEssentials
import GRDB
import Roster

/// Records one list of sites, inside a transaction, before its entry is appended.
struct SiteListRecorder {
  private(set) var update = SiteListUpdate()
  /// How many open sites the list lacks.
  private(set) var lacking = 0
  /// The entry that will be appended.
  let entry: Int
  private let database: Database
  private let network: NetworkID
  private var known: [SiteRef: SiteMatching.Known] = [:]
  /// The rows that the list changes.
  private var changed: Set<Int> = []

  init(_ database: Database, network: NetworkID) throws {
    self.database = database
    self.network = network
    entry = try Entry.nextID(database)
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: "SELECT parameter, id, url, until IS NULL FROM site WHERE network = ?",
      arguments: [network])
    while let row = try rows.next() {
      try known[SiteRef(network, row.value(0))] = .init(
        place: Site.place(in: row.value(2)), isOpen: row.value(3), key: row.value(1))
    }
  }

  /// - Parameter isWhole: Whether the API reports that the list contains all sites: otherwise none
  ///   is closed.
  /// - Returns: Whether the list is accepted as complete.
  mutating func record(_ sites: [Site], isWhole: Bool) throws -> Bool {
    let listed = Set(sites.map(\.ref))
    // Also in an incomplete list, a known address under another id is the same site.
    let matching = SiteMatching(sites, known: known)
    try rename(matching.renamed)
    update.ambiguous = matching.ambiguous.sorted()
    let open = known.filter(\.value.isOpen)
    let there = open.keys.count { listed.contains($0) }
    lacking = open.count - there
    let isPlausible = there * 4 >= open.count * 3
    if !isPlausible { update.implausible = .init(known: open.count, listed: there) }
    for site in sites { try save(site) }
    let isAccepted = isWhole && isPlausible
    if isAccepted { try close(missingFrom: listed) }
    for site in changed.sorted() {
      for change in try SiteVersion.changes(of: site, database) where change.entry == entry {
        try change.insert(database)
      }
    }
    return isAccepted
  }

  /// Gives sites their new ids, which may be the old ids of sites that are renamed too.
  private mutating func rename(_ renamings: [SiteListUpdate.Renaming]) throws {
    let moves = renamings.compactMap { renaming in
      known.removeValue(forKey: renaming.before).map { (renaming, $0) }
    }
    // In two steps, because an id must be unique at every moment.
    for (_, site) in moves {
      try keepVersion(of: site.key)
      try setID("\u{1}\(site.key)", of: site.key)
    }
    for (renaming, site) in moves {
      try setID(renaming.after.id, of: site.key)
      known[renaming.after] = site
    }
    update.renamed = renamings
  }

  private func setID(_ id: SiteID, of key: Int) throws {
    try database.execute(
      sql: "UPDATE site SET parameter = ? WHERE id = ?", arguments: [id, key])
  }

  /// Ends the values of a site with this list, unless they began with it.
  private mutating func keepVersion(of site: Int) throws {
    changed.insert(site)
    try database.cachedStatement(
      sql: """
        INSERT INTO former_site (site, since, until, \(SiteVersion.columns))
        SELECT id, since, coalesce(until, ?1), \(SiteVersion.columns) FROM site WHERE id = ?2 AND since < ?1
        """
    ).execute(arguments: [entry, site])
    try database.cachedStatement(sql: "UPDATE site SET since = ?, until = NULL WHERE id = ?")
      .execute(arguments: [entry, site])
  }

  private mutating func save(_ site: Site) throws {
    guard let known = known[site.ref] else { return try insert(site) }
    var site = site
    // A list that has only the id does not know the name: a site that is named by its address, before it has answered.
    if site.name == site.id {
      let name = try String.fetchOne(
        database, sql: "SELECT name FROM site WHERE id = ?", arguments: [known.key])
      site.name = name ?? site.name
    }
    let values = try SiteVersion.values(of: site)
    if !known.isOpen { update.reopened.append(site.ref) }
    let isSame = try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM site WHERE (\(SiteVersion.columns)) IS (\(SiteVersion.marks)) AND until IS NULL AND since < ? AND id = ?)
          """), arguments: values + [entry, known.key])
    if isSame == true { return }
    try keepVersion(of: known.key)
    try database.cachedStatement(
      sql: "UPDATE site SET (\(SiteVersion.columns)) = (\(SiteVersion.marks)) WHERE id = ?"
    ).execute(arguments: values + [known.key])
    // A list may contain a site twice: the second entry finds what the first has written.
    self.known[site.ref]?.isOpen = true
  }

  /// Adds a site that the archive does not know.
  private mutating func insert(_ site: Site) throws {
    update.added.append(site.ref)
    try database.cachedStatement(
      sql:
        "INSERT INTO site (\(SiteVersion.columns), network, since) VALUES (\(SiteVersion.marks), ?, ?)"
    ).execute(arguments: SiteVersion.values(of: site) + [network, entry])
    let key = Int(database.lastInsertedRowID)
    known[site.ref] = .init(place: Site.place(in: site.url), isOpen: true, key: key)
  }

  private mutating func close(missingFrom listed: Set<SiteRef>) throws {
    for (id, site) in known.sorted(by: { $0.key < $1.key })
    where site.isOpen && !listed.contains(id) {
      changed.insert(site.key)
      try database.execute(
        sql: "UPDATE site SET until = ? WHERE id = ?", arguments: [entry, site.key])
      update.closed.append(id)
    }
  }
}
