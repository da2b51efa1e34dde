import FoundationEssentials
import GRDB
import Roster

/// A row of `logged_name`: a name that somebody gave up, of which only a log tells.
///
/// People are found by these names too, so they are derived once and stored.
struct StoredLoggedName: Hashable, Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "logged_name"

  private(set) var site: Int
  /// Nil for somebody of whom no roster told.
  private var member: Int?
  /// The last name of somebody of whom no roster told.
  private var holder: String?
  private(set) var name: String
  private var until: Int

  /// Replaces the rows of a site by what follows from its logs and readings.
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

  /// - Parameter tenures: What the logs of the site tell.
  static func derived(
    ofSite site: Int, from tenures: [LoggedTenure], _ database: Database
  ) throws -> Set<StoredLoggedName> {
    let ofStrangers = tenures.filter { $0.userID == nil }.flatMap { tenure in
      tenure.formerNames.map { former in
        StoredLoggedName(
          site: site, holder: tenure.name, name: former.name, until: former.until.unixSeconds)
      }
    }
    let log = try RenameLog(ofSite: site, database)
    if log.isEmpty { return Set(ofStrangers) }
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT m.id, n.display_name, (SELECT min(first_seen) FROM held WHERE member = m.id) AS first_seen
        FROM member m JOIN name n ON n.member = m.id AND n.until IS NULL
        WHERE m.site = ? AND \(Withheld.isShown("m"))
        """, arguments: [site])
    let ofMembers = try rows.flatMap { row -> [StoredLoggedName] in
      let member: Int = try row.value("id")
      guard let first = try row.date("first_seen") else { return [] }
      let seen = try NamePeriod.all(
        ofMember: member, now: row.value("display_name"), from: first, to: first, database)
      let names = Set(seen.map(\.name))
      return log.completing(seen).filter { !names.contains($0.name) }.map { told in
        StoredLoggedName(
          site: site, member: member, name: told.name, until: told.lastSeen.unixSeconds)
      }
    }
    return Set(ofStrangers + ofMembers)
  }
}
