import FoundationEssentials
import GRDB
import Roster

/// One row of the `member` table.
struct StoredMember {
  var id: Int
  var site: Int
  /// 1 or 0 where it was asked during this tenure whether they were elected.
  var elected: Int?
  /// The first answer of this tenure.
  var electedAt: Int?
  var firstSeen: Int
  var absentBefore: Int?
  /// Nil while they moderate: then it is the site's latest published walk.
  var lastSeen: Int?
  /// Nil while they moderate.
  var leftAt: Int?
  var moderator: Moderator

  static let columns = """
    id, site, user_id, account_id, kind, elected, first_seen, absent_before, last_seen, left_at,
    reputation, gold, silver, bronze, member_since, last_access, display_name, location,
    website_url, link, profile_image, about_text, about_me, elected_at
    """

  /// - Parameter row: A row with ``columns``.
  init(_ row: GRDB.Row) throws {
    id = try row.value(0)
    site = try row.value(1)
    elected = try row.value(5)
    firstSeen = try row.value(6)
    absentBefore = try row.value(7)
    lastSeen = try row.value(8)
    leftAt = try row.value(9)
    electedAt = try row.value(23)
    moderator = try Moderator(
      userID: row.value(2), accountID: row.value(3), displayName: row.value(16),
      kind: Moderator.Kind(code: row.value(4)) ?? .community, reputation: row.value(10),
      badges: Moderator.Badges(row.value(11), row.value(12), row.value(13)),
      location: row.value(17), websiteURL: row.value(18), link: row.value(19),
      profileImage: row.value(20), aboutMe: row.value(22), aboutText: row.value(21),
      memberSince: row.date(14), lastAccess: row.date(15))
  }

  /// Somebody who joins, and has no number yet.
  init(site: Int, moderator: Moderator, firstSeen: Int, absentBefore: Int?) {
    id = 0
    self.site = site
    self.moderator = moderator
    self.firstSeen = firstSeen
    self.absentBefore = absentBefore
  }

  /// Calls `body` with each row of a site, former moderators included, in order of user ids.
  static func forEach(
    of site: Int, _ database: Database, _ body: (StoredMember) throws -> Void
  ) throws {
    let statement = try database.cachedStatement(
      sql: "SELECT \(columns) FROM member WHERE site = ? ORDER BY user_id")
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [site])
    while let row = try rows.next() { try body(StoredMember(row)) }
  }

  /// The row of one user of a site, be it a former moderator's.
  static func fetch(user: Int, of site: Int, _ database: Database) throws -> StoredMember? {
    let statement = try database.cachedStatement(
      sql: "SELECT \(columns) FROM member WHERE site = ? AND user_id = ?")
    return try statement.readOne([site, user]) { try StoredMember($0) }
  }

  /// The rows of those who moderate a site now, but for some users, in order of user ids.
  static func fetchAll(
    current site: Int, except users: Set<Int>, _ database: Database
  ) throws -> [StoredMember] {
    let statement = try database.cachedStatement(
      sql: "SELECT user_id FROM member WHERE site = ? AND left_at IS NULL ORDER BY user_id")
    return try Int.fetchAll(statement, arguments: [site])
      .filter { !users.contains($0) }
      .compactMap { try fetch(user: $0, of: site, database) }
  }

  /// Adds the row and takes the number that it gets.
  mutating func insert(_ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO member (site, user_id, account_id, kind, elected, first_seen, absent_before,
          last_seen, left_at, reputation, gold, silver, bronze, member_since, last_access,
          display_name, location, website_url, link, profile_image, about_text, about_me)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [site, moderator.userID] + values)
    id = Int(database.lastInsertedRowID)
  }

  /// Writes the row of somebody who moderates.
  func update(_ database: Database) throws {
    try database.cachedStatement(
      sql: """
        UPDATE member SET account_id = ?, kind = ?, elected = ?, first_seen = ?, absent_before = ?,
          last_seen = ?, left_at = ?, left_sha256 = NULL, reputation = ?, gold = ?, silver = ?,
          bronze = ?, member_since = ?, last_access = ?, display_name = ?, location = ?,
          website_url = ?, link = ?, profile_image = ?, about_text = ?, about_me = ?,
          elected_at = ?
        WHERE id = ?
        """
    ).execute(arguments: values + [electedAt, id])
  }

  /// All columns that somebody who joins has, but the key, in the order of the statements above.
  private var values: StatementArguments {
    [
      moderator.accountID, moderator.kind.code, elected, firstSeen, absentBefore, lastSeen, leftAt,
      moderator.reputation, moderator.badges?.gold, moderator.badges?.silver,
      moderator.badges?.bronze, moderator.memberSince?.unixSeconds,
      moderator.lastAccess?.unixSeconds, moderator.displayName, moderator.location,
      moderator.websiteURL, moderator.link, moderator.profileImage,
      moderator.aboutText?.unlessEmpty,
      moderator.aboutMe,
    ]
  }
}
