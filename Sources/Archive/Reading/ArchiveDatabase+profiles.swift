import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Calls `body` with the moderators of a site, one at a time, the highest reputation first.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func forEachProfile(
    of site: SiteRef, _ body: (ModeratorProfile) throws -> Void
  ) throws {
    try read { database in
      let statement = try database.cachedStatement(
        sql: Self.profiles(
          "m.site = ? AND m.left_at IS NULL ORDER BY m.reputation DESC, m.user_id"))
      let key = try siteKey(site, database)
      let rows = try GRDB.Row.fetchCursor(statement, arguments: [key])
      while let row = try rows.next() {
        try body(try ModeratorProfile(statement.cells(Self.columnCount), row, database))
      }
    }
  }

  /// The profile of a present or former moderator of a site; nil where no user with the id has the role.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func profile(
    ofUser user: Int, role: Role = .moderator, of site: SiteRef
  ) throws -> ModeratorProfile? {
    try read { database in
      let statement = try database.cachedStatement(
        sql: Self.profiles("m.site = ? AND m.user_id = ?"))
      let key = try siteKey(site, database)
      return try statement.readOne([key, RoleKey(user, of: role).rawValue]) { row in
        try ModeratorProfile(statement.cells(Self.columnCount), row, database)
      }
    }
  }

  private static let columnCount = View.moderators.columns.count

  /// The columns of `moderators` and those that ``ModeratorProfile`` reads after them.
  private static func profiles(_ condition: String) -> String {
    """
    SELECT \(Schema.memberColumns(lastSeen: Schema.lastRead)), m.about_me, m.id AS member,
      coalesce((SELECT min(first_seen) FROM past_tenure WHERE member = m.id), m.first_seen) AS since,
      EXISTS (SELECT 1 FROM former_reputation WHERE member = m.id) AS has_history
    FROM site s JOIN member m ON m.site = s.id
    WHERE \(condition)
    """
  }
}

extension ModeratorProfile {
  /// - Parameter cells: The values of the view; `row` has more after them.
  fileprivate init(_ cells: Roster.Row, _ row: GRDB.Row, _ database: Database) throws {
    let since = Date(unixSeconds: try row.value("since"))
    let latest: Int? = try row.value("reputation")
    let hasHistory: Bool = try row.value("has_history")
    self.init(
      row: cells, aboutMe: try row.value("about_me"),
      reputation: hasHistory
        ? try ReputationPoint.all(
          ofMember: try row.value("member"), since: since, latest: (latest, nil), database)
        : [ReputationPoint(since: since, reputation: latest)])
  }
}
