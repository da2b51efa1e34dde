import GRDB

/// One tenure of a member, past or present, with its mark as elected.
struct StoredTenure: Hashable {
  var firstSeen: Int
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
          SELECT m.user_id, t.first_seen, t.left_at, t.elected, t.elected_at
          FROM held t JOIN member m ON m.id = t.member WHERE m.site = ? ORDER BY m.user_id, t.since
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
          firstSeen: row.value(1), leftAt: row.value(2), elected: row.value(3),
          electedAt: row.value(4)))
    }
    if let user { try body(user, tenures) }
  }
}
