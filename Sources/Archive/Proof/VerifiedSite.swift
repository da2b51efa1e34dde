import FoundationEssentials
import GRDB
import Roster

/// One site with what several of its verifiers need, which is read once.
struct VerifiedSite {
  let database: Database
  let key: Int
  let ref: SiteRef
  /// The rules of its network.
  let rules: ProofRules
  /// The entry that the site names as that of its roster; nil without one.
  let published: Int?
  /// The walks that have ended, the oldest first, and those of them that were published.
  let ended: [StoredWalk]
  let walks: [StoredWalk]
  /// The rows of its moderators, including former ones, in order of keys.
  let members: [Member]
  /// The ids of the users of all members, by row id.
  let users: [Int: Int]
  /// The published rosters, as the versions give them.
  let replay: Replay
  /// The latest moment before which evidence was pruned, in Unix seconds; nil where none was.
  let prunedBefore: Int?

  /// A row, what the digest of its page has of it, and the hash of a former moderator's row when they left.
  struct Member {
    var row: StoredMember
    var leaf: Data
    var leftDigest: Data?

    /// Whether some kinds of badges have a count and others do not, which no response of the API has.
    var countsSomeBadges: Bool {
      let badges = [row.moderator.gold, row.moderator.silver, row.moderator.bronze]
      return badges.contains(nil) && badges != [nil, nil, nil]
    }
  }

  init(_ key: Int, _ ref: SiteRef, _ rules: ProofRules, _ database: Database) throws {
    (self.key, self.ref, self.rules, self.database) = (key, ref, rules, database)
    published = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT published_walk FROM site WHERE id = ?"),
      arguments: [key])
    ended = try StoredWalk.fetchAll(of: key, withAttempts: true, database)
    walks = ended.filter(\.isPublished)
    members = try Self.members(of: key, database)
    users = try WalkEvidence.users(ofSite: key, database)
    replay = try Replay(ofSite: key, walks, database)
    prunedBefore = try Int.fetchOne(
      database.cachedStatement(
        sql: "SELECT max(body ->> '$.before') FROM entry WHERE kind = 'prune'"))
  }

  /// Where the present moderators are in ``members``, by key. A dictionary of moderators would take as much memory
  /// as they do.
  var current: [Moderator.Key: Int] {
    Dictionary(
      members.indices.lazy.filter { members[$0].row.leftAt == nil }
        .map { (members[$0].row.moderator.key, $0) },
      uniquingKeysWith: { _, later in later })
  }

  /// How many present rows are of a user with another such row, but the first of each.
  var furtherRoles: Int {
    let present = members.lazy.filter { $0.row.leftAt == nil }
    return present.count - Set(present.map(\.row.moderator.userID)).count
  }

  /// How many present users are staff or the Community account.
  var others: Int {
    let present = members.lazy.filter {
      $0.row.leftAt == nil && $0.row.moderator.kind != .moderator
    }
    return Set(present.map(\.row.moderator.userID)).count
  }

  private static func members(of site: Int, _ database: Database) throws -> [Member] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(StoredMember.columns), (SELECT salt FROM member WHERE id = s.id),
          (SELECT leaf FROM member WHERE id = s.id), (SELECT left_sha256 FROM member WHERE id = s.id)
        FROM every_seat s WHERE site = ? ORDER BY user_id, role
        """)
    let next = StoredMember.columnCount
    return try Array(
      GRDB.Row.fetchCursor(statement, arguments: [site]).map {
        let row = try StoredMember($0)
        return try Member(
          row: row, leaf: $0.value(next + 1) ?? row.moderator.digest(salted: $0.value(next)),
          leftDigest: $0.value(next + 2))
      })
  }
}
