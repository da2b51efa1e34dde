import GRDB
import Roster

extension ChangeRow {
  /// One change of a moderator as the journal holds it.
  struct Recorded: Hashable {
    var id: Int
    var userID: Int
    var accountID: Int?
    var displayName: String
    /// Nil where it is none that this program knows.
    var kind: Change.Kind?
    var detail: String?
    var observedAt: Int
    var previousWalkAt: Int

    /// Empty where the detail says nothing, or nothing that can be read.
    var fields: [Change.FieldChange] { Change.fields(inDetail: detail) ?? [] }

    /// Whether it says who was elected, which no walk over a roster does.
    var isOfElection: Bool {
      kind == .profile && detail?.contains("\"elected\"") == true
        && fields.contains { $0.column == "elected" }
    }

    private init(_ row: GRDB.Row) throws {
      id = try row.value(0)
      userID = try row.value(1)
      accountID = try row.value(2)
      displayName = try row.value(3)
      kind = try Change.Kind(rawValue: row.value(4))
      detail = try row.value(5)
      observedAt = try row.value(6)
      previousWalkAt = try row.value(7)
    }

    /// The changes of a site's moderators, the latest first unless told.
    static func fetchCursor(
      ofMembers site: Int, order: String = "DESC", _ database: Database
    ) throws -> some Cursor<Recorded> {
      try GRDB.Row.fetchCursor(
        database,
        sql: """
          SELECT id, user_id, account_id, display_name, kind, detail, observed_at, previous_walk_at
          FROM change WHERE site = ? AND user_id IS NOT NULL ORDER BY id \(order)
          """, arguments: [site]
      ).map(Recorded.init)
    }
  }
}
