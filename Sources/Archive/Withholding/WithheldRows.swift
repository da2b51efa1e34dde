import FoundationEssentials
import GRDB
import Roster

/// What an archive has of one person.
struct WithheldRows {
  /// A user of a site, by its row id.
  private struct User: Hashable {
    var site: Int
    var id: Int
  }

  /// A row of `member`.
  private struct Member {
    var id: Int
    var user: User
    var role: Role
  }

  private struct LogKey {
    var log: Int
    var id: Int
    var entry: Int
  }

  private let person: PersonRecord
  private let database: Database
  private var users: Set<User> = []
  /// The rows of ``users``.
  private var members: [Member] = []
  /// The sites whose logs name them so; nil where an account has these names on all sites of the network.
  private let sites: Set<Int>?
  private(set) var names: Set<String>
  private var logRows: [LogKey] = []

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
      roles: members.count, names: names.count, changes: changes, logRows: logRows.count)
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

  private static let values = "SELECT value FROM json_each(?3)"

  /// Rows of logs about their sites.
  private func logs<Value>(
    _ condition: String, _ body: (GRDB.Row) throws -> Value
  ) throws -> [Value] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT e.* FROM log_entry e JOIN history_log l ON l.id = e.log
        WHERE l.network = ?1 AND e.leaf IS NULL AND \(condition) AND ?3 IS NOT NULL
          AND (?2 IS NULL OR coalesce(e.site, l.site) IN (SELECT value FROM json_each(?2)))
        """,
      arguments: [
        person.network, sites.map { try StoredJSON.text(of: $0.sorted()) },
        StoredJSON.text(of: names.sorted()),
      ])
    var values: [Value] = []
    while let row = try rows.next() { try values.append(body(row)) }
    return values
  }

  // MARK: - What takes its place

  /// Removes the values. The changes keep their numbers, so that cursors stay valid.
  func replace(by key: WithheldKey) throws {
    for user in users {
      try database.execute(
        sql: """
          UPDATE change SET user_id = NULL, role = NULL, account_id = NULL, display_name = ?, kind = 'withheld',
            detail = NULL WHERE site = ? AND user_id = ?
          """, arguments: [Withheld.name, user.site, user.id])
    }
    // Of sites of which nothing new is derived, others stay as they are.
    try database.execute(
      sql: """
        DELETE FROM logged_tenure WHERE name IN (SELECT value FROM json_each(:names))
          OR member IN (SELECT value FROM json_each(:members));
        DELETE FROM logged_name WHERE name IN (SELECT value FROM json_each(:names))
          OR holder IN (SELECT value FROM json_each(:names)) OR member IN (SELECT value FROM json_each(:members))
        """,
      arguments: [
        "names": StoredJSON.text(of: names.sorted()),
        "members": StoredJSON.text(of: members.map(\.id)),
      ])
    for member in members {
      let number = key.number(ofUser: member.user.id, site: member.user.site)
      let leaf = try leaf(of: member, by: number)
      try replaceVersions(of: member.id)
      try replaceReputations(of: member)
      try replaceRow(of: member, by: number, leaf)
    }
    for row in logRows { try replace(row) }
    for name in names {
      // What a server said of a failed request.
      try database.execute(
        sql: """
          UPDATE site SET fault = NULL, fault_message = NULL, fault_at = NULL
          WHERE network = ? AND instr(fault_message, ?) > 0
          """, arguments: [person.network, name])
    }
    try WithheldKey.store(tags(by: key), database)
  }

  private func tags(by key: WithheldKey) -> Set<Data> {
    let places = sites.map { $0.map(Optional.some) } ?? [nil]
    let ofNames = places.flatMap { place in
      names.map { key.tag(ofName: $0, site: place, network: person.network) }
    }
    let account = person.accountID.map { key.tag(ofAccount: $0, network: person.network) }
    return Set(ofNames + [key.ownTag] + [account].compactMap(\.self))
  }

  private func replaceVersions(of member: Int) throws {
    let names = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT \(Leaf.columns), n.since FROM member m JOIN name n ON n.member = m.id
        WHERE m.id = ? ORDER BY n.since
        """, arguments: [member])
    for (number, row) in names.enumerated() {
      try database.execute(
        sql: """
          UPDATE name SET leaf = ?, account_id = NULL, display_name = ?, kind = ?, begins = ?
          WHERE member = ? AND since = ?
          """,
        arguments: [
          Leaf(row).digest, Withheld.name, Moderator.Kind.moderator.code, number == 0, member,
          row.value(Leaf.columnCount) as Int,
        ])
    }
    try database.execute(
      sql: "UPDATE elected SET leaf = coalesce(leaf, ?) WHERE member = ?",
      arguments: [Leaf.elected(member, salt: salt(of: member)), member])
  }

  private func replaceReputations(of member: Member) throws {
    let reputations = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT * FROM (\(EvidenceSum.Addition.reputations(ofSite: member.user.site).query)) WHERE member = ?
        """, arguments: [member.id])
    for row in reputations {
      try database.execute(
        sql: """
          UPDATE former_reputation SET leaf = ?, reputation = NULL, gold = NULL, silver = NULL, bronze = NULL
          WHERE member = ? AND entry = ?
          """, arguments: [row.digest, member.id, row.value("entry") as Int])
    }
  }

  /// What the digest of a page has of the row.
  private func leaf(of member: Member, by number: Int) throws -> Data {
    let stored = try StoredMember.fetch(
      .init(member.user.id, as: member.role), of: member.user.site, database)
    // Whoever is only on a list of elected moderators has a row without a name, and is on no page of a roster.
    let row = stored?.moderator ?? Withheld.moderator(number, as: member.role)
    return row.digest(salted: try salt(of: member.id))
  }

  private func salt(of member: Int) throws -> Data {
    try Data.fetchOne(database, sql: "SELECT salt FROM member WHERE id = ?", arguments: [member])
      ?? Data()
  }

  private func replaceRow(of member: Member, by number: Int, _ leaf: Data) throws {
    let left = Data(sha256: Moderator.digest(of: [Withheld.moderator(number, as: member.role)]))
    try database.execute(
      sql: """
        UPDATE member SET user_id = ?, leaf = ?, left_sha256 = iif(left_sha256 IS NULL, NULL, ?),
          salt = zeroblob(16), \(Moderator.fields.map { "\($0.name) = NULL" }.joined(separator: ", "))
        WHERE id = ?
        """, arguments: [number, leaf, left, member.id])
  }

  private func replace(_ key: LogKey) throws {
    let row = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT * FROM (\(EvidenceSum.Addition.log.query)) WHERE log = ? AND id = ? AND entry = ?
        """, arguments: [key.log, key.id, key.entry])
    try database.execute(
      sql: """
        UPDATE log_entry SET leaf = ?, id = random() | \(Int64.min), site = NULL, at = 0, kind = 'rights',
          name = NULL, new_name = NULL, roles_before = NULL, roles_after = NULL, salt = zeroblob(16)
        WHERE log = ? AND id = ? AND entry = ?
        """, arguments: [row?.digest, key.log, key.id, key.entry])
  }
}
