import GRDB
import Roster

/// One row of the journal.
enum ChangeRow {
  static func insert(
    _ change: Change, site: Int, observedAt: Int, previousWalkAt: Int, _ database: Database
  ) throws {
    try insert(
      change.kind, of: change.key, change.accountID, named: change.displayName,
      detail: change.detail, site: site, at: observedAt, after: previousWalkAt, database)
  }

  /// Records a change of a site between two lists of sites.
  static func insert(
    _ kind: Change.Kind, ofSite site: Int, named name: String, detail: [Change.FieldChange] = [],
    at date: Int, after previous: Int, _ database: Database
  ) throws {
    try insert(
      kind, of: nil, nil, named: name, detail: detail, site: site, at: date, after: previous,
      database)
  }

  private static func insert(
    _ kind: Change.Kind, of key: Int?, _ accountID: Int?, named name: String,
    detail: [Change.FieldChange], site: Int, at date: Int, after previous: Int, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO change (site, user_id, account_id, display_name, kind, detail, observed_at,
          previous_walk_at, entry)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      site, key, accountID, name, kind.rawValue, try Change.detail(of: detail), date, previous,
      // The one that this transaction appends.
      try Entry.nextID(database),
    ])
    try Seal.write(.change, database.lastInsertedRowID, in: database)
  }
}
