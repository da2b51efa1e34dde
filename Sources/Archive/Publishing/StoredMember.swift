import FoundationEssentials
import GRDB
import Roster

/// One row of the view `seat`.
struct StoredMember {
  var id: Int
  var site: Int
  /// 1 or 0 where a list of elected moderators was read during this tenure.
  var elected: Int?
  var firstSeen: Int
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
    [
      "id", "site", "user_id", "role", "account_id", "display_name", "kind",
      "elected", "first_seen", "last_seen", "left_at",
    ]
    + Moderator.fields.map(\.name)

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
    moderator = try Moderator(
      userID: next(), role: Role(rawValue: next()), accountID: next(), displayName: next(),
      kind: Moderator.Kind(code: next()) ?? .community)
    elected = try next()
    firstSeen = try next()
    lastSeen = try next()
    leftAt = try next()
    for field in Moderator.fields {
      index += 1
      try field.read(index, of: row, into: &moderator)
    }
  }

  /// Calls `body` with each row of a site, including former moderators, in order of users.
  static func forEach(
    of site: Int, _ database: Database,
    _ body: (StoredMember) throws -> Void
  ) throws {
    let statement = try database.makeStatement(
      sql: "SELECT \(columns) FROM seat WHERE site = ? ORDER BY user_id, role")
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [site])
    while let row = try rows.next() { try body(StoredMember(row)) }
  }

  /// The row with a key of a site, also a former moderator's.
  static func fetch(_ key: Moderator.Key, of site: Int, _ database: Database) throws
    -> StoredMember?
  {
    let statement = try database.cachedStatement(
      sql: "SELECT \(columns) FROM seat WHERE site = ? AND user_id = ? AND role = ?")
    return try statement.readOne([site, key.userID, key.role.rawValue]) { try StoredMember($0) }
  }

  /// The rows of a site's present moderators except some, in order of users.
  static func fetchAll(
    current site: Int, except ids: Set<Int>, _ database: Database
  ) throws -> [StoredMember] {
    let statement = try database.cachedStatement(
      sql: "SELECT id FROM seat WHERE site = ? AND until IS NULL ORDER BY user_id, role")
    let row = try database.cachedStatement(sql: "SELECT \(columns) FROM seat WHERE id = ?")
    return try Int.fetchAll(statement, arguments: [site])
      .filter { !ids.contains($0) }
      .compactMap { try row.readOne([$0]) { try StoredMember($0) } }
  }

  /// Inserts a member with a profile, and returns the row id.
  static func insert(_ moderator: Moderator, site: Int, _ database: Database) throws -> Int {
    try database.cachedStatement(sql: insertion).execute(
      arguments: [site, moderator.userID, moderator.role.rawValue] + values(of: moderator))
    return Int(database.lastInsertedRowID)
  }

  /// Updates the profile of a present moderator.
  static func update(_ member: Int, to moderator: Moderator, _ database: Database) throws {
    try database.cachedStatement(sql: updating).execute(
      arguments: values(of: moderator) + [member])
  }

  private static let insertion = """
    INSERT INTO member (site, user_id, role, \(Moderator.fields.map(\.name).joined(separator: ", ")))
    VALUES (?, ?, ?, \(Moderator.fields.map { _ in "?" }.joined(separator: ", ")))
    """
  private static let updating = """
    UPDATE member SET \(Moderator.fields.map { "\($0.name) = ?" }.joined(separator: ", ")),
      left_sha256 = NULL WHERE id = ?
    """

  private static func values(of moderator: Moderator) -> StatementArguments {
    .init(values: Moderator.fields.map { $0.databaseValue(of: moderator) })
  }
}
