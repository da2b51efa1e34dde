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

  private static func insert(
    _ kind: Change.Kind, of key: Int?, _ accountID: Int?, named name: String,
    detail: [Change.FieldChange], site: Int, after entry: Int, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO change (site, user_id, account_id, display_name, kind, detail, after, entry)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      site, key, accountID, name, kind.rawValue, try Change.detail(of: detail), entry,
      try Entry.nextID(database),
    ])
    try Seal.write(.change, database.lastInsertedRowID, in: database)
  }
}
