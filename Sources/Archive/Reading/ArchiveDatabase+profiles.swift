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
            ? "m.site = ? AND m.left_at IS NOT NULL ORDER BY m.left_at DESC, m.user_id LIMIT ?"
            : """
            m.site = ? AND m.left_at IS NULL
            ORDER BY m.kind, \(role) <> '\(Role.moderator.rawValue)', \(role), m.reputation DESC, m.user_id
            LIMIT ?
            """, former: former))
      let key = try siteKey(site, database)
      let hasLogs = try PersonOnSite.hasLogs(key, database)
      let rows = try GRDB.Row.fetchCursor(statement, arguments: [key, limit ?? -1])
      while let row = try rows.next() {
        let cells = statement.cells(Self.columnCount(former))
        try body(try ModeratorProfile(cells, row, hasLogs: hasLogs, database))
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
        try ModeratorProfile(
          statement.cells(Self.columnCount(false)), row,
          hasLogs: PersonOnSite.hasLogs(key, database), database)
      }
    }
  }

  private static func columnCount(_ former: Bool) -> Int {
    (former ? View.formerModerators : .moderators).columns.count
  }

  /// The columns of the view and those that ``ModeratorProfile`` reads after them.
  private static func profiles(_ condition: String, former: Bool = false) -> String {
    let lastSeen = former ? "m.last_seen" : Schema.lastRead
    return """
      SELECT \(Schema.memberColumns(lastSeen: lastSeen, former: former)), m.about_me,
        m.\(StoredAboutMe.column), m.id AS member, m.absent_before, m.first_seen AS seen_from,
        coalesce(m.last_seen, \(Schema.lastRead)) AS seen_until,
        \(Schema.leftAfter(of: "m")) AS left_after, m.left_at AS gone_at,
        EXISTS (SELECT 1 FROM past_tenure WHERE member = m.id) AS has_past,
        EXISTS (SELECT 1 FROM former_reputation WHERE member = m.id) AS has_history
      FROM site s JOIN member m ON m.site = s.id
      WHERE \(condition)
      """
  }
}

extension ModeratorProfile {
  /// - Parameters:
  ///   - cells: The values of the view; `row` has more after them.
  ///   - hasLogs: Whether a log tells of tenures on the site.
  fileprivate init(
    _ cells: Roster.Row, _ row: GRDB.Row, hasLogs: Bool, _ database: Database
  ) throws {
    let member: Int = try row.value("member")
    let user =
      if case .integer(let user) = cells[ModeratorColumn.userID.rawValue] { user } else { 0 }
    var tenures =
      try row.value("has_past") ? try Tenure.past(ofMember: member, userID: user, database) : []
    let latest = Tenure(
      userID: user, absentBefore: try row.date("absent_before"),
      firstSeen: Date(unixSeconds: try row.value("seen_from")),
      lastSeen: Date(unixSeconds: try row.value("seen_until")),
      leftAfter: try row.date("left_after"), leftAt: try row.date("gone_at"))
    tenures.append(latest)
    var unseen: [LoggedTenure] = []
    if hasLogs {
      let role = Role(rawValue: cells[ModeratorColumn.role.rawValue].description)
      tenures = try PersonOnSite.withLoggedDates(tenures, ofMember: member, database)
      unseen = try PersonOnSite.unseenTenures(ofMember: member, role: role, database)
    }
    let since = tenures[0].firstSeen
    let reputation: Int? = try row.value("reputation")
    let hasHistory: Bool = try row.value("has_history")
    let packed: Data? = try row.value(StoredAboutMe.column)
    self.init(
      row: cells,
      aboutMe: try packed.map { try StoredAboutMe.html($0, aboutText: row.value("about_text")) }
        ?? row.value("about_me"),
      reputation: hasHistory
        ? try ReputationPoint.all(
          ofMember: member, since: since, latest: (reputation, nil), database)
        : [ReputationPoint(since: since, reputation: reputation)],
      tenures: tenures, unseenTenures: unseen)
  }
}
