import FoundationEssentials
import GRDB
import Roster

/// What an archive has of one person.
struct WithheldRows {
  /// A user of a site, by its row id.
  struct User: Hashable {
    var site: Int
    var id: Int
  }

  /// A row of `member`.
  struct Member {
    var id: Int
    var user: User
    var role: Role
  }

  struct LogKey {
    var log: Int
    var id: Int
    var entry: Int
  }

  struct ClaimKey: Hashable {
    var entry: Int
    var number: Int
  }

  let person: PersonRecord
  let database: Database
  private(set) var users: Set<User> = []
  /// The rows of ``users``.
  private(set) var members: [Member] = []
  /// The sites whose logs name them so; nil where an account has these names on all sites of the network.
  let sites: Set<Int>?
  private(set) var names: Set<String>
  private(set) var logRows: [LogKey] = []
  private(set) var claims: Set<ClaimKey> = []

  init(of person: PersonRecord, _ database: Database) throws {
    (self.person, self.database) = (person, database)
    var keys: Set<Int> = []
    for place in person.sites {
      let key = try Int.fetchOne(
        database, sql: "SELECT id FROM site WHERE network = ? AND parameter = ?",
        arguments: [person.network, place.site.id])
      guard let key else { continue }
      keys.insert(key)
      if let user = place.userID { users.insert(User(site: key, id: user)) }
    }
    sites = person.accountID == nil ? keys : nil
    names = Set(person.sites.flatMap { [$0.moderator.displayName] + $0.names.map(\.name) })
    try addUsersOfAccount()
    try addMembers()
    try addNames()
    try addLogRows()
    try addClaims()
  }

  /// What is counted of it.
  func counted() throws -> Withholding {
    let changes = try users.reduce(0) { sum, user in
      try sum
        + (Int.fetchOne(
          database, sql: "SELECT count(*) FROM change WHERE site = ? AND user_id = ?",
          arguments: [user.site, user.id]) ?? 0)
    }
    return Withholding(
      roles: members.count, names: names.count, changes: changes, logRows: logRows.count,
      claims: claims.count)
  }

  // MARK: - What they have

  private mutating func addUsersOfAccount() throws {
    guard let account = person.accountID else { return }
    let rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT DISTINCT m.site, m.user_id FROM name n JOIN member m ON m.id = n.member
        JOIN site s ON s.id = m.site WHERE n.account_id = ? AND s.network = ?
        """, arguments: [account, person.network])
    for row in rows { try users.insert(User(site: row.value(0), id: row.value(1))) }
  }

  private var writtenNames: Set<String> { Set(names.map(WithheldKey.folding)) }

  private mutating func addMembers() throws {
    for user in users {
      let rows = try GRDB.Row.fetchAll(
        database, sql: "SELECT id, role FROM member WHERE site = ? AND user_id = ? ORDER BY id",
        arguments: [user.site, user.id])
      members += try rows.map {
        try Member(id: $0.value(0), user: user, role: Role(rawValue: $0.value(1)))
      }
    }
  }

  /// Names on rosters, and those before and after them that logs of renames tell.
  private mutating func addNames() throws {
    for member in members {
      try names.formUnion(
        String.fetchAll(
          database, sql: "SELECT display_name FROM name WHERE member = ?", arguments: [member.id]))
    }
    let renames = try logs("kind = 'rename'") { row in
      Set(try [row.value("name") as String?, row.value("new_name")].compactMap(\.self))
    }
    var count: Int
    repeat {
      count = names.count
      for rename in renames where !rename.isDisjoint(with: names) { names.formUnion(rename) }
    } while names.count > count
  }

  private mutating func addLogRows() throws {
    logRows = try logs("(e.name IN (\(Self.values)) OR e.new_name IN (\(Self.values)))") { row in
      try LogKey(log: row.value("log"), id: row.value("id"), entry: row.value("entry"))
    }
  }

  /// By an id or, where a claim has none, by a name.
  private mutating func addClaims() throws {
    let writtenNames = writtenNames
    var rows = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT c.entry, c.number, c.name, c.account_id IS ?4 AND ?4 IS NOT NULL FROM claim c JOIN site s ON s.id = c.site
        WHERE s.network = ?1 AND ?3 IS NOT NULL AND c.leaf IS NULL
          AND (c.account_id = ?4 OR c.user_id IS NULL AND \(Self.isOfSites("c.site")))
        """,
      arguments: [person.network] + placesAndNames() + [person.accountID]
    ).filter { try $0.value(3) || writtenNames.contains(WithheldKey.folding($0.value(2))) }
    for user in users {
      rows += try GRDB.Row.fetchAll(
        database, sql: "SELECT entry, number FROM claim WHERE site = ? AND user_id = ?",
        arguments: [user.site, user.id])
    }
    claims = try Set(rows.map { try ClaimKey(entry: $0.value(0), number: $0.value(1)) })
  }

  private static let values = "SELECT value FROM json_each(?3)"
  private static func isOfSites(_ site: String) -> String {
    "(?2 IS NULL OR \(site) IN (SELECT value FROM json_each(?2)))"
  }

  /// The second and the third argument of what these are in.
  private func placesAndNames() throws -> StatementArguments {
    [
      try sites.map { try StoredJSON.text(of: $0.sorted()) },
      try StoredJSON.text(of: names.sorted()),
    ]
  }

  /// Rows of logs about their sites.
  private func logs<Value>(
    _ condition: String, _ body: (GRDB.Row) throws -> Value
  ) throws -> [Value] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT e.* FROM log_entry e JOIN history_log l ON l.id = e.log
        WHERE l.network = ?1 AND e.leaf IS NULL AND \(condition) AND ?3 IS NOT NULL
          AND \(Self.isOfSites("coalesce(e.site, l.site)"))
        """, arguments: [person.network] + placesAndNames())
    var values: [Value] = []
    while let row = try rows.next() { try values.append(body(row)) }
    return values
  }
}
