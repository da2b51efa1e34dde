import GRDB
import Roster

/// One row of the journal. All of them follow from the versions.
struct ChangeRow: Hashable, Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "change"

  /// Nil for one that is not stored yet.
  var id: Int?
  var site: Int
  /// Those of the member's row; nil for a change of the site itself.
  var userID: Int?
  var role: String?
  var accountID: Int?
  var displayName: String
  var kind: String
  var detail: String?
  /// The last entry that did not see it, and the first that did.
  var after: Int
  var entry: Int

  private enum CodingKeys: String, CodingKey {
    case id, site, role, kind, detail, after, entry
    case userID = "user_id"
    case accountID = "account_id"
    case displayName = "display_name"
  }
}

extension ChangeRow {
  init(_ change: Change, site: Int, after: Int, entry: Int) throws {
    try self.init(
      site: site, userID: change.userID, role: change.role.rawValue, accountID: change.accountID,
      displayName: change.displayName, kind: change.kind.rawValue,
      detail: Change.detail(of: change.detail), after: after, entry: entry)
  }

  var key: Moderator.Key? { userID.map { .init($0, as: Role(rawValue: role ?? "")) } }

  /// The changes of a site, the oldest first.
  static func fetchAll(ofSite site: Int, _ database: Database) throws -> [ChangeRow] {
    try fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM change WHERE site = ? AND kind <> 'withheld' ORDER BY id"),
      arguments: [site])
  }

  /// Whether both are the same in each byte, but for their numbers.
  func isSame(as other: ChangeRow) -> Bool {
    var other = other
    other.id = id
    return self == other && displayName.utf8.elementsEqual(other.displayName.utf8)
      && (detail ?? "").utf8.elementsEqual((other.detail ?? "").utf8)
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
      changes[place].id = number
      try changes[place].insert(database)
    }
    try database.execute(
      sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'change'",
      arguments: [changes.count + withheld.count])
  }
}
