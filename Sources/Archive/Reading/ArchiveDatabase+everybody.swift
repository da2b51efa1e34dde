import GRDB
package import Roster

extension ArchiveDatabase {
  /// How many people moderate a site or did: accounts, and users of sites without one. Community users are
  /// no people.
  package func everybodyCount() throws -> Int {
    try read { try EverybodyKey.count(in: Self.everybody, $0) }
  }

  /// Calls `body` with everybody who moderates a site or did, one at a time.
  ///
  /// - Parameter groups: People come by the group of their number, which is the remainder of their account, or
  ///   of their id on the site, divided by this; then by network and account. At least 1.
  /// - Throws: `ArchiveError`, and what the body throws.
  package func forEachPerson(
    inGroups groups: Int, _ body: (PersonRecord) throws -> Void
  ) throws {
    try read { database in
      let rows = try GRDB.Row.fetchCursor(
        database, sql: "\(Self.everybody) ORDER BY \(EverybodyKey.order)", arguments: [groups])
      var reader = PersonReader(database)
      try EverybodyKey.forEachGroup(of: rows, keyAt: 0) {
        try $0.value(EverybodyKey.width) as Int
      } _: { key, members in
        let person = try reader.person(members, network: key.network, accountID: key.account)
        if let person { try body(person) }
      }
    }
  }

  /// A row for each row of `member` that belongs to a person.
  private static let everybody = """
    SELECT s.network, iif(m.account_id > 0, m.account_id, NULL) AS account,
      iif(m.account_id > 0, 0, m.site) AS place,
      iif(m.account_id > 0, 0, m.user_id) AS user, m.id AS member
    FROM seat m JOIN site s ON s.id = m.site
    WHERE m.account_id > 0 OR m.kind <> \(Moderator.Kind.community.code)
    """
}

/// What makes a row a person's: the account, or else the user of a site.
struct EverybodyKey: Hashable {
  var network: NetworkID
  var account: Int?
  private var place: Int
  private var user: Int

  /// How many columns it takes: `network`, `account`, `place` and `user`.
  static let width = 4

  /// - Parameter index: The place of the first of its columns; names would cost more.
  init(_ row: GRDB.Row, at index: Int) throws {
    network = try row.value(index)
    account = try row.value(index + 1)
    place = try row.value(index + 2)
    user = try row.value(index + 3)
  }

  /// How many keys the rows of a table or query have.
  static func count(in rows: String, _ database: Database) throws -> Int {
    try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM (SELECT DISTINCT network, account, place, user FROM (\(rows)))")
      ?? 0
  }

  /// Calls `body` with each key and what its rows hold, which stand together.
  static func forEachGroup<Element>(
    of rows: RowCursor, keyAt index: Int, _ element: (GRDB.Row) throws -> Element,
    _ body: (EverybodyKey, [Element]) throws -> Void
  ) throws {
    var group: (key: EverybodyKey, elements: [Element])?
    while let row = try rows.next() {
      let key = try EverybodyKey(row, at: index)
      if let group, group.key != key { try body(group.key, group.elements) }
      if group?.key != key { group = (key, []) }
      group?.elements.append(try element(row))
    }
    if let group { try body(group.key, group.elements) }
  }

  /// The order of rows with these columns and `member`; its argument is the number of groups.
  static let order = """
    (coalesce(account, user) % ?1 + ?1) % ?1, network, account IS NULL, account, place, user, member
    """
}
