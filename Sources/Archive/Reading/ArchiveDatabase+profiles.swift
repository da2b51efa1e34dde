import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Calls `body` with the moderators of a site, or with those who moderated it before, one at a time, in the
  /// order of readers.
  ///
  /// - Parameters:
  ///   - former: Whether those who left are wanted; their rows are those of `former_moderators`.
  ///   - limit: At most this many; nil for all.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func forEachProfile(
    of site: SiteRef, former: Bool = false, limit: Int? = nil,
    _ body: (ModeratorProfile) throws -> Void
  ) throws {
    try read { database in
      let role = Schema.role(ofKey: "m.user_id")
      let statement = try database.cachedStatement(
        sql: Self.profiles(
          former
            ? "m.until IS NOT NULL ORDER BY m.left_at DESC, m.user_id LIMIT ?3"
            : """
            m.until IS NULL
            ORDER BY m.kind, \(role) <> '\(Role.moderator.rawValue)', \(role), m.reputation DESC, m.user_id
            LIMIT ?3
            """, former: former))
      let key = try siteKey(site, database)
      let rows = try GRDB.Row.fetchCursor(
        statement, arguments: [key, try Self.lastRead(key, database), limit ?? -1])
      while let row = try rows.next() {
        let cells = statement.cells(Self.columnCount(former))
        try body(try ModeratorProfile(cells, row, database))
      }
    }
  }

  private static func columnCount(_ former: Bool) -> Int {
    (former ? View.formerModerators : .moderators).columns.count
  }

  /// The columns of the view and those that ``ModeratorProfile`` reads after them, by position, which costs less than by
  /// name.
  ///
  /// - Parameter condition: The first argument is the site, the second when its published roster was read, which is the same
  ///   for all rows.
  private static func profiles(_ condition: String, former: Bool = false) -> String {
    """
    SELECT \(Schema.memberColumns(lastSeen: former ? "m.last_seen" : "?2", former: former)), m.id,
      (SELECT min(first_seen) FROM held WHERE member = m.id)
    FROM site s JOIN seat m ON m.site = s.id
    WHERE m.site = ?1 AND \(condition)
    """
  }

  /// When the published roster of a site was read; nil without one.
  private static func lastRead(_ site: Int, _ database: Database) throws -> Int? {
    try database.cachedStatement(sql: "SELECT \(Schema.lastRead) FROM site s WHERE s.id = ?")
      .readOne([site]) { try $0.value(0) as Int? } ?? nil
  }
}

extension ModeratorProfile {
  /// - Parameter cells: The values of the view; `row` has more after them.
  fileprivate init(_ cells: Roster.Row, _ row: GRDB.Row, _ database: Database) throws {
    let next = cells.count
    let member: Int = try row.value(next)
    let since = try row.date(next + 1) ?? Date(unixSeconds: 0)
    let reputation: Int? = try row.value(ModeratorColumn.reputation.rawValue)
    self.init(
      row: cells,
      reputation: try ReputationPoint.all(
        ofMember: member, since: since, latest: (reputation, nil), database),
      tenures: try Tenure.all(where: "member = ?", [member], database))
  }
}
