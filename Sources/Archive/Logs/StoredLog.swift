import FoundationEssentials
import GRDB
import Roster

/// A log as the archive stores it.
struct StoredLog {
  var id: Int
  /// The row of its site; nil for a log about all sites.
  var site: Int?
  var state: LogState

  /// Finds a log, or stores it as one of which nothing was read.
  ///
  /// - Parameter site: The row of its site; nil for a log about all sites.
  static func begin(
    _ log: LogRef, ofSite site: Int?, _ database: Database
  ) throws -> StoredLog {
    if let known = try fetch(log, ofSite: site, database) { return known }
    try database.execute(
      sql: "INSERT INTO history_log (network, site, name) VALUES (?, ?, ?)",
      arguments: [log.network, site, log.name])
    let id = Int(database.lastInsertedRowID)
    try Seal.historyLog.write(where: "t.id = ?", [id], database)
    return StoredLog(id: id, site: site, state: LogState())
  }

  static func fetch(
    _ log: LogRef, ofSite site: Int?, _ database: Database
  ) throws -> StoredLog? {
    let row = try GRDB.Row.fetchOne(
      database,
      sql: "SELECT * FROM history_log WHERE network = ? AND coalesce(site, 0) = ? AND name = ?",
      arguments: [log.network, site ?? 0, log.name])
    return try row.map(StoredLog.init)
  }

  /// The logs that tell about a site: its own and those about all sites.
  static func fetchAll(ofSite site: Int, _ database: Database) throws -> [StoredLog] {
    try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT l.* FROM history_log l JOIN site s ON s.id = ?1 AND s.network = l.network
        WHERE l.site = ?1 OR l.site IS NULL ORDER BY l.id
        """, arguments: [site]
    ).map(StoredLog.init)
  }

  init(id: Int, site: Int?, state: LogState) {
    (self.id, self.site, self.state) = (id, site, state)
  }

  init(_ row: GRDB.Row) throws {
    let roles: String = try row.value("roles")
    let names: [String] = StoredJSON.value(in: roles) ?? []
    state = LogState(roles: Set(names.map(Role.init(rawValue:))))
    state.newestAt = try row.date("newest_at")
    state.oldestAt = try row.date("oldest_at")
    state.isWhole = try row.value("is_whole")
    state.readUntil = try row.date("read_until")
    id = try row.value("id")
    site = try row.value("site")
  }

  /// Stores how far the log was read.
  func update(_ database: Database) throws {
    let names = state.roles.map(\.rawValue).sorted()
    try Seal.historyLog.update(id, database) {
      try database.execute(
        sql: """
          UPDATE history_log SET newest_at = ?, oldest_at = ?, is_whole = ?, read_until = ?, roles = ?,
            is_derived = 0
          WHERE id = ?
          """,
        arguments: [
          state.newestAt?.unixSeconds, state.oldestAt?.unixSeconds, state.isWhole,
          state.readUntil?.unixSeconds,
          try StoredJSON.text(of: names), id,
        ])
    }
  }

  /// The sites of which there are logs or claims, or tenures or names that followed from them.
  static func sites(_ database: Database) throws -> Set<Int> {
    try Int.fetchSet(
      database,
      sql: """
        SELECT site FROM history_log WHERE site IS NOT NULL UNION SELECT site FROM logged_tenure
        UNION SELECT site FROM logged_name UNION SELECT site FROM claim WHERE site IS NOT NULL
        """)
  }

  /// The sites of which a log, or one about all sites, has rows from which nothing was derived yet.
  ///
  /// - Parameter network: Nil for all networks.
  static func underivedSites(
    of network: NetworkID? = nil, _ database: Database
  ) throws -> [Int] {
    try Int.fetchAll(
      database,
      sql: """
        SELECT DISTINCT l.site FROM history_log l JOIN history_log o
          ON o.network = l.network AND (o.site = l.site OR o.site IS NULL)
        WHERE l.site IS NOT NULL AND NOT o.is_derived AND (?1 IS NULL OR l.network = ?1)
        """, arguments: [network])
  }
}
