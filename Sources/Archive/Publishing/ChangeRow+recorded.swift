import GRDB
import Roster

extension ChangeRow {
  /// One change of a moderator as stored in the journal.
  struct Recorded: Hashable {
    var id: Int
    var key: Moderator.Key
    var accountID: Int?
    var displayName: String
    /// Nil for a kind that this program does not know.
    var kind: Change.Kind?
    var detail: String?
    /// The last entry that did not see it, and the first that did.
    var after: Int
    var entry: Int

    private init(_ row: GRDB.Row) throws {
      id = try row.value("id")
      key = try Moderator.Key(row.value("user_id"), as: Role(rawValue: row.value("role")))
      accountID = try row.value("account_id")
      displayName = try row.value("display_name")
      kind = try Change.Kind(rawValue: row.value("kind"))
      detail = try row.value("detail")
      after = try row.value("after")
      entry = try row.value("entry")
    }

    /// The changes of a site's moderators, the oldest first.
    static func fetchAll(ofMembers site: Int, _ database: Database) throws -> [Recorded] {
      let rows = try GRDB.Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT id, user_id, role, account_id, display_name, kind, detail, after, entry
            FROM change WHERE site = ? AND user_id IS NOT NULL ORDER BY id
            """), arguments: [site])
      return try Array(rows.map(Recorded.init))
    }
  }
}
