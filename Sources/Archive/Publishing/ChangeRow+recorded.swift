import GRDB
import Roster

extension ChangeRow {
  /// One change of a moderator as stored in the journal.
  struct Recorded: Hashable {
    var id: Int
    /// That of the moderator's row.
    var key: Int
    var accountID: Int?
    var displayName: String
    /// Nil for a kind that this program does not know.
    var kind: Change.Kind?
    /// Empty where the detail is empty or cannot be decoded.
    var fields: [Change.FieldChange]
    var observedAt: Int
    var previousWalkAt: Int

    private init(_ row: GRDB.Row) throws {
      id = try row.value("id")
      key = try row.value("user_id")
      accountID = try row.value("account_id")
      displayName = try row.value("display_name")
      kind = try Change.Kind(rawValue: row.value("kind"))
      fields = try Change.fields(inDetail: row.value("detail")) ?? []
      observedAt = try row.value("observed_at")
      previousWalkAt = try row.value("previous_walk_at")
    }

    /// The changes of a site's moderators, the oldest first.
    static func fetchAll(ofMembers site: Int, _ database: Database) throws -> [Recorded] {
      let rows = try GRDB.Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT id, user_id, account_id, display_name, kind, detail, observed_at, previous_walk_at
            FROM dated_change WHERE site = ? AND user_id IS NOT NULL ORDER BY id
            """), arguments: [site])
      return try Array(rows.map(Recorded.init))
    }
  }
}
