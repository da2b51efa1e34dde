import FoundationEssentials
import GRDB
import Roster

/// One row of the view `every_seat`, or of `seat`.
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
    ["id", "site", "elected", "first_seen", "last_seen", "left_at"] + Moderator.storedColumns

  /// Publishing reads many rows, so their values are taken by position, which costs less than by name.
  ///
  /// - Parameter row: A row that begins with ``columns``.
  init(_ row: GRDB.Row) throws {
    id = try row.value(0)
    site = try row.value(1)
    elected = try row.value(2)
    firstSeen = try row.value(3)
    lastSeen = try row.value(4)
    leftAt = try row.value(5)
    moderator = try Moderator(row, from: 6)
  }

  /// Calls `body` with each row of a site, including former moderators, in order of users.
  static func forEach(
    of site: Int, _ database: Database,
    _ body: (StoredMember) throws -> Void
  ) throws {
    let statement = try database.makeStatement(
      sql: "SELECT \(columns) FROM every_seat WHERE site = ? ORDER BY user_id, role")
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [site])
    while let row = try rows.next() { try body(StoredMember(row)) }
  }

  /// The row with a key of a site, also a former moderator's.
  static func fetch(_ key: Moderator.Key, of site: Int, _ database: Database) throws
    -> StoredMember?
  {
    let statement = try database.cachedStatement(
      sql: "SELECT \(columns) FROM every_seat WHERE site = ? AND user_id = ? AND role = ?")
    return try statement.readOne([site, key.userID, key.role.rawValue]) { try StoredMember($0) }
  }

  /// The rows of a site's present moderators except some, in order of users.
  static func fetchAll(
    current site: Int, except ids: Set<Int>, _ database: Database
  ) throws -> [StoredMember] {
    let statement = try database.cachedStatement(
      sql: "SELECT id FROM every_seat WHERE site = ? AND until IS NULL ORDER BY user_id, role")
    let row = try database.cachedStatement(sql: "SELECT \(columns) FROM every_seat WHERE id = ?")
    return try Int.fetchAll(statement, arguments: [site])
      .filter { !ids.contains($0) }
      .compactMap { try row.readOne([$0]) { try StoredMember($0) } }
  }

  /// Inserts a member with a profile, or gives it to one who was on no roster yet, and returns the row id.
  static func insert(_ moderator: Moderator, site: Int, _ database: Database) throws -> Int {
    let id = try Int.fetchOne(
      database.cachedStatement(sql: insertion),
      arguments: [site, moderator.userID, moderator.role.rawValue] + values(of: moderator))
    guard let id else { throw DatabaseError(message: "a member was not inserted") }
    return id
  }

  /// Updates the profile of a present moderator.
  static func update(_ member: Int, to moderator: Moderator, _ database: Database) throws {
    try database.cachedStatement(sql: updating).execute(
      arguments: values(of: moderator) + [member])
  }

  private static let insertion = """
    INSERT INTO member (site, user_id, role, \(Moderator.fields.map(\.name).joined(separator: ", ")))
    VALUES (?, ?, ?, \(Moderator.fields.map { _ in "?" }.joined(separator: ", ")))
    ON CONFLICT (site, user_id, role) DO UPDATE
      SET \(Moderator.fields.map { "\($0.name) = excluded.\($0.name)" }.joined(separator: ", "))
    RETURNING id
    """
  private static let updating = """
    UPDATE member SET \(Moderator.fields.map { "\($0.name) = ?" }.joined(separator: ", ")),
      left_sha256 = NULL WHERE id = ?
    """

  private static func values(of moderator: Moderator) -> StatementArguments {
    .init(values: Moderator.fields.map { $0.databaseValue(of: moderator) })
  }
}
