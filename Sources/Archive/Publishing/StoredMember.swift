import FoundationEssentials
import GRDB
import Roster

/// One row of the `member` table.
struct StoredMember {
  var id: Int
  var site: Int
  /// 1 or 0 where a list of elected moderators was read during this tenure.
  var elected: Int?
  /// The first such list of this tenure.
  var electedAt: Int?
  var firstSeen: Int
  var absentBefore: Int?
  /// Nil while they moderate: then the date is that of the site's latest published walk.
  var lastSeen: Int?
  /// Nil while they moderate.
  var leftAt: Int?
  var moderator: Moderator

  /// The columns that ``init(_:)`` reads, in the order in which it reads them.
  static let columns = readColumns.joined(separator: ", ")
  /// How many these are.
  static let columnCount = readColumns.count

  private static let readColumns =
    ["id", "site", "user_id", Schema.storedRole(ofKey: "user_id")] + writtenColumns

  /// Publishing reads many rows, so their values are taken by position, which costs less than by name.
  ///
  /// - Parameter row: A row that begins with ``columns``.
  init(_ row: GRDB.Row) throws {
    var index = -1
    func next<Value: DatabaseValueConvertible & StatementColumnConvertible>() throws -> Value {
      index += 1
      return try row.value(index)
    }
    id = try next()
    site = try next()
    let key = RoleKey(rawValue: try next())
    let roleName: String? = try next()
    moderator = try Moderator(
      userID: key.number,
      role: key.roleNumber == 0 ? .moderator : Role(number: key.roleNumber, name: roleName),
      accountID: next(), displayName: next(),
      kind: Moderator.Kind(code: next()) ?? .community)
    elected = try next()
    electedAt = try next()
    firstSeen = try next()
    absentBefore = try next()
    lastSeen = try next()
    leftAt = try next()
    for field in Moderator.fields {
      index += 1
      try field.read(index, of: row, into: &moderator)
    }
  }

  /// A new member without a row id.
  init(site: Int, moderator: Moderator, firstSeen: Int, absentBefore: Int?) {
    id = 0
    self.site = site
    self.moderator = moderator
    self.firstSeen = firstSeen
    self.absentBefore = absentBefore
  }

  /// Calls `body` with each row of a site, including former moderators, in order of keys.
  static func forEach(
    of site: Int, _ database: Database, _ body: (StoredMember) throws -> Void
  ) throws {
    let statement = try database.cachedStatement(
      sql: "SELECT \(columns) FROM member WHERE site = ? ORDER BY user_id")
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [site])
    while let row = try rows.next() { try body(StoredMember(row)) }
  }

  /// The row with a key of a site, also a former moderator's.
  static func fetch(_ key: Int, of site: Int, _ database: Database) throws -> StoredMember? {
    let statement = try database.cachedStatement(
      sql: "SELECT \(columns) FROM member WHERE site = ? AND user_id = ?")
    return try statement.readOne([site, key]) { try StoredMember($0) }
  }

  /// The rows of a site's present moderators except some keys, in order of keys.
  static func fetchAll(
    current site: Int, except keys: Set<Int>, _ database: Database
  ) throws -> [StoredMember] {
    let statement = try database.cachedStatement(
      sql: "SELECT user_id FROM member WHERE site = ? AND left_at IS NULL ORDER BY user_id")
    return try Int.fetchAll(statement, arguments: [site])
      .filter { !keys.contains($0) }
      .compactMap { try fetch($0, of: site, database) }
  }

  /// Inserts the row and sets its row id.
  mutating func insert(_ database: Database) throws {
    try database.cachedStatement(sql: Self.insertion).execute(
      arguments: [site, moderator.key] + values)
    id = Int(database.lastInsertedRowID)
  }

  /// Updates the row of a present moderator.
  func update(_ database: Database) throws {
    try database.cachedStatement(sql: Self.updating).execute(arguments: values + [id])
  }

  private static let insertion = """
    INSERT INTO member (site, user_id, \(writtenColumns.joined(separator: ", ")))
    VALUES (?, ?, \(writtenColumns.map { _ in "?" }.joined(separator: ", ")))
    """
  private static let updating = """
    UPDATE member SET \(writtenColumns.map { "\($0) = ?" }.joined(separator: ", ")),
      left_sha256 = NULL WHERE id = ?
    """

  private var values: StatementArguments {
    .init(values: Self.written.map { $0.value(self) })
  }

  /// The columns that are written, except the key, in the order of ``init(_:)``.
  private static let writtenColumns = written.map(\.column)

  /// All of them, with their values.
  fileprivate static let written = standing + Moderator.fields.map(Written.init)
  fileprivate static let standing = [
    Written(column: "account_id") { $0.moderator.accountID.databaseValue },
    Written(column: "display_name") { $0.moderator.displayName.databaseValue },
    Written(column: "kind") { $0.moderator.kind.code.databaseValue },
    Written(column: "elected") { $0.elected.databaseValue },
    Written(column: "elected_at") { $0.electedAt.databaseValue },
    Written(column: "first_seen") { $0.firstSeen.databaseValue },
    Written(column: "absent_before") { $0.absentBefore.databaseValue },
    Written(column: "last_seen") { $0.lastSeen.databaseValue },
    Written(column: "left_at") { $0.leftAt.databaseValue },
  ]

  fileprivate struct Written: Sendable {
    var column: String
    var value: @Sendable (StoredMember) -> DatabaseValue
  }
}

extension StoredMember.Written {
  fileprivate init(_ field: Moderator.Field) {
    self.init(column: field.name) { field.databaseValue(of: $0.moderator) }
  }
}
