import FoundationEssentials
import GRDB
import Roster

/// A row of `logged_tenure`.
struct StoredLoggedTenure: Hashable {
  var site: Int
  var role: String
  var name: String
  var userID: Int?
  var beganAfter: Int?
  var beganBefore: Int
  var endedAfter: Int
  var endedBefore: Int?

  private init(site: Int, _ tenure: LoggedTenure) {
    self.site = site
    role = tenure.role.rawValue
    name = tenure.name
    userID = tenure.userID
    beganAfter = tenure.beganAfter?.unixSeconds
    beganBefore = tenure.beganBefore.unixSeconds
    endedAfter = tenure.endedAfter.unixSeconds
    endedBefore = tenure.endedBefore?.unixSeconds
  }

  init(_ row: GRDB.Row) throws {
    site = try row.value("site")
    role = try row.value("role")
    name = try row.value("name")
    userID = try row.value("user_id")
    beganAfter = try row.value("began_after")
    beganBefore = try row.value("began_before")
    endedAfter = try row.value("ended_after")
    endedBefore = try row.value("ended_before")
  }

  var tenure: LoggedTenure {
    LoggedTenure(
      role: Role(rawValue: role), name: name, userID: userID,
      beganAfter: beganAfter.map(Date.init(unixSeconds:)),
      beganBefore: Date(unixSeconds: beganBefore), endedAfter: Date(unixSeconds: endedAfter),
      endedBefore: endedBefore.map(Date.init(unixSeconds:)))
  }

  /// Replaces the rows of a site by what follows from its logs.
  static func derive(ofSite site: Int, _ database: Database) throws {
    try database.execute(sql: "DELETE FROM logged_tenure WHERE site = ?", arguments: [site])
    for row in try derived(ofSite: site, database) { try row.insert(database) }
  }

  /// What follows from the rows about a site, as far as all its logs were read.
  static func derived(ofSite site: Int, _ database: Database) throws -> [StoredLoggedTenure] {
    let logs = try StoredLog.fetchAll(ofSite: site, database)
    // Without a log of its own nothing is known of the names of the site.
    guard logs.contains(where: { $0.site == site }),
      let readUntil = logs.map({ $0.state.readUntil ?? .distantPast }).min(),
      readUntil != .distantPast
    else { return [] }
    let since = logs.compactMap { $0.state.isWhole ? nil : $0.state.oldestAt ?? .distantFuture }
      .max()
    let own = Set(logs.filter { $0.site == site }.map(\.id))
    let central = Set(logs.filter { $0.site == nil }.map(\.id))
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT * FROM log_entry e WHERE (site = ? OR site IS NULL)
          AND entry = (SELECT max(entry) FROM log_entry WHERE log = e.log AND id = e.id)
        """, arguments: [site])
    let history = RightsHistory(
      try rows.compactMap { row in
        let log: Int = try row.value("log")
        guard own.contains(log) || central.contains(log) else { return nil }
        return try RightsHistory.Row(StoredEntry.entry(row), isCentral: central.contains(log))
      }, since: since, readUntil: readUntil)
    // A log lacks the rows about other roles.
    let roles = logs.dropFirst().reduce(logs[0].state.roles) { $0.intersection($1.state.roles) }
    let sightings = try NameSighting.all(ofSite: site, until: readUntil.unixSeconds, database)
    return history.tenures(of: roles, sightings: sightings)
      .map { StoredLoggedTenure(site: site, $0) }
  }

  private func insert(_ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO logged_tenure (site, role, name, user_id, began_after, began_before, ended_after,
          ended_before)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      site, role, name, userID, beganAfter, beganBefore, endedAfter, endedBefore,
    ])
  }
}
