import Crypto
import FoundationEssentials
import GRDB
import Roster

/// Writes the versions that begin or end with the entry of a walk, before the entry itself is appended.
struct Versions {
  /// The entry that will be appended.
  let entry: Int
  private let site: Int
  private let database: Database
  /// Whether the site's list of moderators cannot have admins.
  private let leavesOutAdmins: Bool
  private var isChanged = false
  private var absences: [Role: Int?] = [:]

  init(ofSite site: Int, _ database: Database) throws {
    self.site = site
    self.database = database
    entry = try Entry.nextID(database)
    leavesOutAdmins = try Schema.leavesOutAdmins(ofSite: site, database)
  }

  /// The last walk before this one whose list of the moderator's role would have had them; nil without one.
  private mutating func absence(of moderator: Moderator) throws -> Int? {
    let role = moderator.role
    let isListedAlways = role != .moderator || !leavesOutAdmins
    if isListedAlways, let known = absences[role] { return known }
    let wasAdmin = """
      EXISTS (SELECT 1 FROM tenure t JOIN member m ON m.id = t.member
        WHERE m.site = ?1 AND m.user_id = \(moderator.userID) AND m.role = '\(Role.admin.rawValue)' AND t.since <= e.id AND coalesce(t.until > e.id, 1))
      """
    let statement = try database.cachedStatement(
      sql: """
        SELECT e.id FROM entry e WHERE \(Entry.lists(role: "?2")) AND e.site = ?1
          \(isListedAlways ? "" : "AND NOT \(wasAdmin)")
        ORDER BY e.id DESC LIMIT 1
        """)
    let found = try Int.fetchOne(statement, arguments: [site, role.rawValue])
    if isListedAlways { absences[role] = .some(found) }
    return found
  }

  /// Begins a tenure.
  ///
  /// - Parameter old: The row before; nil where no roster had the member.
  /// - Returns: The last walk that would have had them; nil without one.
  mutating func begin(_ member: Int, as moderator: Moderator, after old: Moderator?) throws -> Int?
  {
    isChanged = true
    let absence = try absence(of: moderator)
    try database.cachedStatement(
      sql: "INSERT INTO tenure (member, since, absent) VALUES (?, ?, ?)"
    ).execute(arguments: [member, entry, absence])
    try name(member, as: moderator, after: old)
    return absence
  }

  /// The last entry that lists a moderator who left with this one, and who has been an admin meanwhile, so that no list
  /// could have them; nil for the entry before.
  func lastListed(_ moderator: Moderator) throws -> Int? {
    guard leavesOutAdmins, moderator.role == .moderator else { return nil }
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(Schema.lastListed("t", of: "m")) FROM member m JOIN tenure t ON t.member = m.id
        WHERE m.site = ? AND m.user_id = ? AND m.role = ? AND t.until = ?
        """)
    return try Int.fetchOne(
      statement, arguments: [site, moderator.userID, moderator.role.rawValue, entry])
  }

  /// Ends the present tenure.
  mutating func end(_ member: Int) throws {
    isChanged = true
    try database.cachedStatement(
      sql: "UPDATE tenure SET until = ? WHERE member = ? AND until IS NULL"
    ).execute(arguments: [entry, member])
  }

  /// Records under which account, name and kind the roster shows a member, where that differs from the row before.
  mutating func name(_ member: Int, as moderator: Moderator, after old: Moderator?) throws {
    if let old {
      let hasBytes = old.displayName.utf8.elementsEqual(moderator.displayName.utf8)
      if hasBytes, old.accountID == moderator.accountID, old.kind == moderator.kind { return }
      try database.cachedStatement(
        sql: "UPDATE name SET until = ? WHERE member = ? AND until IS NULL"
      ).execute(arguments: [entry, member])
    }
    isChanged = true
    try database.cachedStatement(
      sql: """
        INSERT INTO name (member, since, account_id, display_name, kind, begins)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      member, entry, moderator.accountID, moderator.displayName, moderator.kind.code,
      old?.displayName != moderator.displayName,
    ])
  }

  /// The digest of the roster that the versions give now; nil where it is that of the entry before.
  func roster() throws -> Data? {
    guard try isChanged || Entry.latest(.walk, ofSite: site, database) == nil else { return nil }
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT \(Leaf.columns) FROM tenure t JOIN member m ON m.id = t.member
          JOIN name n ON n.member = m.id AND n.until IS NULL
          WHERE m.site = ? AND t.until IS NULL ORDER BY m.id
          """), arguments: [site])
    return try Leaf.sum(Array(rows.map { try Leaf($0).digest }))
  }
}

/// What the digest of a roster has of one member.
struct Leaf {
  private var salt: Data
  private(set) var role: String
  private(set) var userID: Int
  private(set) var accountID: Int?
  /// Bytes: a text would be read only up to a NUL.
  private var displayName: Data
  private(set) var kind: Int
  /// Of who is withheld: the digest before.
  private var withheld: Data?

  /// The columns of `member m` and `name n` that ``init(_:)`` reads.
  static let columns = """
    m.salt, m.role, m.user_id, n.account_id, CAST(n.display_name AS BLOB), n.kind, n.leaf
    """
  /// How many these are.
  static let columnCount = 7

  init(_ row: GRDB.Row) throws {
    salt = try row.value(0)
    role = try row.value(1)
    userID = try row.value(2)
    accountID = try row.value(3)
    displayName = try row.value(4)
    kind = try row.value(5)
    withheld = try row.value(6)
  }

  /// What the digest of a list of elected moderators has of a member: the SHA-256 of the salt and of the row id.
  static func elected(_ member: Int, salt: Data) -> Data {
    Data(SHA256.hash(data: Array(salt) + Array("\(member)".utf8)))
  }

  /// The SHA-256 of the member's random salt, which keeps a digest from being guessed, and of role, user id, account,
  /// name and kind as netstrings (`5:Alice,`), an absent one as `-`.
  var digest: Data {
    if let withheld { return withheld }
    var bytes = Array(salt)
    bytes.append(netstring: role)
    bytes.append(netstring: userID)
    bytes.append(netstring: accountID)
    bytes.append(netstring: displayName)
    bytes.append(netstring: kind)
    return Data(SHA256.hash(data: bytes))
  }

  /// The digest of a roster: the SHA-256 of the leaves of its members in the order of their row ids.
  static func sum(_ leaves: some Sequence<Data>) -> Data {
    var hash = SHA256()
    for leaf in leaves { hash.update(data: leaf) }
    return Data(hash.finalize())
  }
}
