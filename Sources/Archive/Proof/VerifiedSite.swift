import FoundationEssentials
import GRDB
import Roster

/// One site, as its verifiers see it. What several of them need is read once.
struct VerifiedSite {
  let database: Database
  let site: MirroredSite
  /// Those of its network.
  let rules: ProofRules
  /// The rows of its moderators, former ones included, in order of user ids.
  let members: [Member]
  /// The changes of its moderators, the oldest first.
  let journal: [ChangeRow.Recorded]
  /// The published rosters as rows and journal give them.
  let rosters: RosterSums

  /// A row, and what only `verify` reads of it.
  struct Member {
    var row: StoredMember
    /// The hash of the row of somebody who left.
    var leftDigest: Data?
    /// Whether some kinds of badges are counted and others are not, which no answer says.
    var countsSomeBadges: Bool
  }

  init(_ site: MirroredSite, _ rules: ProofRules, _ database: Database) throws {
    self.site = site
    self.rules = rules
    self.database = database
    members = try Self.members(of: site.key, database)
    journal = try ChangeRow.Recorded.fetchAll(ofMembers: site.key, database)
    rosters = RosterSums(walks: site.walks, members: members.lazy.map(\.row), journal: journal)
  }

  /// Those who moderate now, by user id.
  var current: [Int: Moderator] {
    Dictionary(
      members.filter { $0.row.leftAt == nil }.map { ($0.row.moderator.userID, $0.row.moderator) },
      uniquingKeysWith: { _, later in later })
  }

  private static func members(of site: Int, _ database: Database) throws -> [Member] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(StoredMember.columns), left_sha256 FROM member WHERE site = ? ORDER BY user_id
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [site])
    return try Array(
      rows.map { row in
        let member = try StoredMember(row)
        let moderator = member.moderator
        let badges = [moderator.gold, moderator.silver, moderator.bronze]
        return try Member(
          row: member, leftDigest: row.value("left_sha256"),
          countsSomeBadges: Set(badges.map { $0 == nil }).count > 1)
      })
  }
}
