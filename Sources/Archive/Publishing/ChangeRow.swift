import GRDB
import Roster

/// One row of the journal.
enum ChangeRow {
  /// - Parameter entry: The last one that did not see it yet; the one that did is appended by this transaction.
  static func insert(_ change: Change, site: Int, after entry: Int, _ database: Database) throws {
    try insert(
      change.kind, of: change.key, change.accountID, named: change.displayName,
      detail: change.detail, site: site, after: entry, database)
  }

  /// Records a change of a site between two lists of sites.
  static func insert(
    _ kind: Change.Kind, ofSite site: Int, named name: String, detail: [Change.FieldChange] = [],
    after entry: Int, _ database: Database
  ) throws {
    try insert(
      kind, of: nil, nil, named: name, detail: detail, site: site, after: entry, database)
  }

  /// - Parameter id: Nil for the next one.
  private static func insert(
    _ kind: Change.Kind, of key: Moderator.Key?, _ accountID: Int?, named name: String,
    detail: [Change.FieldChange], site: Int, after previous: Int, entry: Int? = nil, id: Int? = nil,
    _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO change (id, site, user_id, role, account_id, display_name, kind, detail, after, entry)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      id, site, key?.userID, key?.role.rawValue, accountID, name, kind.rawValue,
      try Change.detail(of: detail), previous,
      try entry ?? Entry.nextID(database),
    ])
    // What changed of a member follows from the versions.
    if key == nil { try Seal.write(.change, database.lastInsertedRowID, in: database) }
  }

  /// Makes the changes of members again from the versions, with the ids that they had: changes are numbered by
  /// their entry, and within it by their order. Those of sites stay.
  ///
  /// - Throws: `DatabaseError` where the versions contradict each other, or a change of a site is missing or has another
  ///   number: then the changes cannot be numbered.
  static func rebuild(_ database: Database) throws {
    var rows: [(entry: Int, site: Int, found: Replay.Found?, id: Int)] = []
    for site in try Int.fetchAll(database, sql: "SELECT id FROM site") {
      let replay = try Replay(ofSite: site, PublishedWalk.fetchAll(of: site, database), database)
      guard replay.contradictions.isEmpty else {
        throw DatabaseError(resultCode: .SQLITE_CONSTRAINT)
      }
      rows += replay.changes.map { ($0.entry, site, $0, 0) }
    }
    let ofSites = try GRDB.Row.fetchAll(
      database, sql: "SELECT id, entry, site FROM change WHERE user_id IS NULL ORDER BY id")
    rows += try ofSites.map { try ($0.value(1), $0.value(2), nil, $0.value(0)) }
    // Each entry is of one site, or a list of sites, so only the order within it has to be kept.
    let order = rows.indices.sorted { (rows[$0].entry, $0) < (rows[$1].entry, $1) }
    try database.execute(sql: "DELETE FROM change WHERE user_id IS NOT NULL")
    for (number, place) in order.enumerated() {
      let row = rows[place]
      guard let found = row.found else {
        if row.id != number + 1 { throw DatabaseError(resultCode: .SQLITE_CONSTRAINT) }
        continue
      }
      let change = found.change
      try insert(
        change.kind, of: change.key, change.accountID, named: change.displayName,
        detail: change.detail, site: row.site, after: found.after, entry: found.entry,
        id: number + 1, database)
    }
    try database.execute(
      sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'change'", arguments: [rows.count])
  }
}
