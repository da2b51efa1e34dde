import FoundationEssentials
import GRDB
import Roster

/// A row of `logged_name`: a name that somebody gave up, that only a log has, or that only a claim states.
///
/// People are found by these names too, so they are derived once and stored.
struct StoredLoggedName: Hashable, Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "logged_name"

  private(set) var site: Int
  /// Nil for somebody whom no roster had.
  private var member: Int?
  /// The last name of such a person.
  private var holder: String?
  /// The user whom a claim names so; nil for a name of a log.
  private var userID: Int?
  private(set) var name: String
  private var until: Int

  private enum CodingKeys: String, CodingKey {
    case site, member, holder, name, until
    case userID = "user_id"
  }

  /// Replaces the rows of a site by what follows from its logs, claims and readings.
  ///
  /// - Returns: The members whose names are others than before.
  static func derive(
    ofSite site: Int, from tenures: [LoggedTenure], _ database: Database
  ) throws -> [Int] {
    let stored = try Set(fetchAll(ofSite: site, database))
    let derived = try derived(ofSite: site, from: tenures, database)
    try database.cachedStatement(sql: "DELETE FROM logged_name WHERE site = ?")
      .execute(arguments: [site])
    for row in derived { try row.insert(database) }
    return stored.symmetricDifference(derived).compactMap(\.member)
  }

  static func fetchAll(ofSite site: Int, _ database: Database) throws -> [StoredLoggedName] {
    let statement = try database.cachedStatement(sql: "SELECT * FROM logged_name WHERE site = ?")
    return try fetchAll(statement, arguments: [site])
  }

  /// - Parameter tenures: What the logs and claims of the site tell.
  static func derived(
    ofSite site: Int, from tenures: [LoggedTenure], _ database: Database
  ) throws -> Set<StoredLoggedName> {
    let log = try RenameLog(ofSite: site, database)
    if log.isEmpty, tenures.isEmpty { return [] }
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT m.id, m.user_id, n.display_name, (SELECT min(first_seen) FROM held WHERE member = m.id) AS first_seen
        FROM member m JOIN name n ON n.member = m.id AND n.until IS NULL
        WHERE m.site = ? AND \(Withheld.isShown("m"))
        """, arguments: [site])
    let claimed = tenures.claimedNames
    var users: Set<Int> = []
    let ofMembers = try rows.flatMap { row -> [StoredLoggedName] in
      let (member, user): (Int, Int) = try (row.value("id"), row.value("user_id"))
      users.insert(user)
      guard let first = try row.date("first_seen") else { return [] }
      let seen = try NamePeriod.all(
        ofMember: member, now: row.value("display_name"), from: first, to: first, database)
      let told = log.completing(seen).map { FormerName(name: $0.name, until: $0.lastSeen) }
      let names = Set(seen.map(\.name))
      let logged = told.filter { !names.contains($0.name) }.map {
        StoredLoggedName(site: site, member: member, name: $0.name, until: $0.until.unixSeconds)
      }
      let known = names.union(told.map(\.name))
      let others = (claimed[user] ?? []).filter { !known.contains($0.name) }.map {
        StoredLoggedName(
          site: site, member: member, userID: user, name: $0.name, until: $0.until.unixSeconds)
      }
      return logged + others
    }
    let others = claimed.filter { !users.contains($0.key) }
    return Set(ofMembers + ofStrangers(at: site, tenures, claimed: others))
  }

  /// - Parameter claimed: The names that claims tell of users whom no roster had.
  private static func ofStrangers(
    at site: Int, _ tenures: [LoggedTenure], claimed: [Int: [FormerName]]
  ) -> [StoredLoggedName] {
    let names = tenures.lastNames
    let ofUsers = claimed.flatMap { user, former in
      former.map {
        StoredLoggedName(
          site: site, holder: names[user], userID: user, name: $0.name, until: $0.until.unixSeconds)
      }
    }
    return ofUsers
      + tenures.filter { $0.userID == nil }.flatMap { tenure in
        tenure.formerNames.map { former in
          StoredLoggedName(
            site: site, holder: tenure.name, name: former.name, until: former.until.unixSeconds)
        }
      }
  }
}

extension [LoggedTenure] {
  /// The names that claims tell of each user, each until the last time of which one tells it.
  fileprivate var claimedNames: [Int: [FormerName]] {
    reduce(into: [Int: [String: Date]]()) { users, tenure in
      guard let user = tenure.userID, !tenure.claimedName.isEmpty else { return }
      let until = users[user]?[tenure.name] ?? .distantPast
      users[user, default: [:]][tenure.name] = Swift.max(until, tenure.bounds.endedAfter)
    }.mapValues { names in names.map { FormerName(name: $0.key, until: $0.value) } }
  }
}
