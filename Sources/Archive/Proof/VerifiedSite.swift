import FoundationEssentials
import GRDB
import Roster

/// One site with what several of its verifiers need, which is read once.
struct VerifiedSite {
  let database: Database
  let site: MirroredSite
  /// The rules of its network.
  let rules: ProofRules
  /// The rows of its moderators, including former ones, in order of keys.
  let members: [Member]
  /// The ids of the users of all members, by row id.
  let users: [Int: Int]
  /// The published rosters, as the versions give them.
  let replay: Replay

  /// A row, and the columns that only `verify` reads.
  struct Member {
    var row: StoredMember
    var salt: Data
    /// The hash of a former moderator's row when they left.
    var leftDigest: Data?
    /// Whether some kinds of badges have a count and others do not, which no response of the API
    /// has.
    var countsSomeBadges: Bool
  }

  init(_ site: MirroredSite, _ rules: ProofRules, _ database: Database) throws {
    self.site = site
    self.rules = rules
    self.database = database
    members = try Self.members(of: site.key, database)
    users = try Dictionary(
      GRDB.Row.fetchAll(
        database.cachedStatement(sql: "SELECT id, user_id FROM member WHERE site = ?"),
        arguments: [site.key]
      ).map { try ($0.value(0), $0.value(1)) }, uniquingKeysWith: { first, _ in first })
    replay = try Replay(ofSite: site.key, site.walks, database)
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
        SELECT \(StoredMember.columns), (SELECT left_sha256 FROM member WHERE id = seat.id) AS left_sha256,
          (SELECT salt FROM member WHERE id = seat.id) AS salt
        FROM seat WHERE site = ? ORDER BY user_id, role
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [site])
    var members: [Member] = []
    let count = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT count(*) FROM member WHERE site = ?"),
      arguments: [site])
    members.reserveCapacity(count ?? 0)
    while let row = try rows.next() {
      let member = try StoredMember(row)
      let badges = [member.moderator.gold, member.moderator.silver, member.moderator.bronze]
      try members.append(
        Member(
          row: member, salt: row.value("salt"), leftDigest: row.value("left_sha256"),
          countsSomeBadges: badges.contains(nil) && badges != [nil, nil, nil]))
    }
    return members
  }
}
