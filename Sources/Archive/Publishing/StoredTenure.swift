import GRDB

/// One tenure of a member, past or present, as stored.
struct StoredTenure: Hashable {
  var firstSeen: Int
  var absentBefore: Int?
  /// Nil while they moderate.
  var lastSeen: Int?
  /// Nil while they moderate.
  var leftAt: Int?
  /// 1 or 0 where it is known whether they were elected.
  var elected: Int?
  /// The first list of elected moderators that gave that mark.
  var electedAt: Int?

  /// Calls `body` with the key and all tenures, oldest first, of each member of a site.
  static func forEachMember(
    of site: Int, _ database: Database, _ body: (Int, [StoredTenure]) throws -> Void
  ) throws {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT m.user_id, t.first_seen, t.absent_before, t.last_seen, t.left_at, t.elected,
            t.elected_at, 0 AS is_latest
          FROM past_tenure t JOIN member m ON m.id = t.member WHERE m.site = ?1
          UNION ALL
          SELECT user_id, first_seen, absent_before, last_seen, left_at, elected, elected_at, 1
          FROM member WHERE site = ?1
          ORDER BY user_id, is_latest, first_seen
          """), arguments: [site])
    var user: Int?
    var tenures: [StoredTenure] = []
    while let row = try rows.next() {
      let next: Int = try row.value(0)
      if let user, user != next {
        try body(user, tenures)
        tenures.removeAll(keepingCapacity: true)
      }
      user = next
      try tenures.append(
        StoredTenure(
          firstSeen: row.value(1), absentBefore: row.value(2),
          lastSeen: row.value(3),
          leftAt: row.value(4), elected: row.value(5),
          electedAt: row.value(6)))
    }
    if let user { try body(user, tenures) }
  }
}
