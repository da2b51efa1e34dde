import GRDB
import Roster

/// One row of the journal. All of them follow from the versions.
struct ChangeRow: Hashable {
  var site: Int
  /// That of the member's row; nil for a change of the site itself.
  var key: Moderator.Key?
  var accountID: Int?
  var displayName: String
  var kind: String
  var detail: String?
  /// The last entry that did not see it, and the first that did.
  var after: Int
  var entry: Int

  init(
    site: Int, key: Moderator.Key? = nil, accountID: Int? = nil, displayName: String, kind: String,
    detail: String?, after: Int, entry: Int
  ) {
    (self.site, self.key, self.accountID) = (site, key, accountID)
    (self.displayName, self.kind, self.detail) = (displayName, kind, detail)
    (self.after, self.entry) = (after, entry)
  }

  init(_ change: Change, site: Int, after: Int, entry: Int) throws {
    try self.init(
      site: site, key: change.key, accountID: change.accountID, displayName: change.displayName,
      kind: change.kind.rawValue, detail: Change.detail(of: change.detail), after: after,
      entry: entry)
  }

  private init(_ row: GRDB.Row) throws {
    let role: String? = try row.value("role")
    try self.init(
      site: row.value("site"),
      key: (row.value("user_id") as Int?).map { .init($0, as: Role(rawValue: role ?? "")) },
      accountID: row.value("account_id"), displayName: row.value("display_name"),
      kind: row.value("kind"), detail: row.value("detail"), after: row.value("after"),
      entry: row.value("entry"))
  }

  /// The changes of a site with their ids, the oldest first.
  static func fetchAll(
    ofSite site: Int, _ database: Database
  ) throws -> [(id: Int, change: ChangeRow)] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: "SELECT * FROM change WHERE site = ? AND kind <> 'withheld' ORDER BY id"),
      arguments: [site])
    return try Array(rows.map { try ($0.value("id"), ChangeRow($0)) })
  }

  /// Whether both are the same in each byte.
  func isSame(as other: ChangeRow) -> Bool {
    self == other && displayName.utf8.elementsEqual(other.displayName.utf8)
      && (detail ?? "").utf8.elementsEqual((other.detail ?? "").utf8)
  }

  /// - Parameter id: Nil for the next one.
  func insert(as id: Int? = nil, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO change (id, site, user_id, role, account_id, display_name, kind, detail, after, entry)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      id, site, key?.userID, key?.role.rawValue, accountID, displayName, kind, detail, after, entry,
    ])
  }

  /// Makes all changes again from the versions, with the ids that they had: they are numbered by their entry, within it by
  /// the site, and then by their order, without the numbers of changes that are withheld.
  ///
  /// - Throws: `DatabaseError` where the versions contradict each other: then the changes cannot be numbered.
  static func rebuild(_ database: Database) throws {
    var changes: [ChangeRow] = []
    for site in try Int.fetchAll(database, sql: "SELECT id FROM site ORDER BY id") {
      let replay = try Replay(ofSite: site, StoredWalk.fetchAll(of: site, database), database)
      guard replay.contradictions.isEmpty else {
        throw DatabaseError(resultCode: .SQLITE_CONSTRAINT)
      }
      changes += replay.changes
    }
    try database.execute(sql: "DELETE FROM change WHERE kind <> 'withheld'")
    let withheld = try Int.fetchSet(database, sql: "SELECT id FROM change")
    var number = 0
    for place in changes.indices.sorted(by: { (changes[$0].entry, $0) < (changes[$1].entry, $1) }) {
      repeat { number += 1 } while withheld.contains(number)
      try changes[place].insert(as: number, database)
    }
    try database.execute(
      sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'change'",
      arguments: [changes.count + withheld.count])
  }
}
