import GRDB
package import Roster

extension ArchiveDatabase {
  /// How many people moderate a site or did: accounts, and users of sites without one. Community users are
  /// no people.
  package func everybodyCount() throws -> Int {
    try read { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM (
            SELECT DISTINCT network, account, place, user FROM (\(Self.everybody)))
          """) ?? 0
    }
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
      var key: EverybodyKey?
      var members: [Int] = []
      func flush() throws {
        guard let key else { return }
        let person = try Self.person(
          members, network: key.network, accountID: key.account, database)
        if let person { try body(person) }
        members.removeAll(keepingCapacity: true)
      }
      while let row = try rows.next() {
        let next = try EverybodyKey(row)
        if next != key { try flush() }
        key = next
        members.append(try row.value("member"))
      }
      try flush()
    }
  }

  /// A row for each row of `member` that belongs to a person.
  private static let everybody = """
    SELECT s.network, iif(m.account_id > 0, m.account_id, NULL) AS account,
      iif(m.account_id > 0, 0, m.site) AS place,
      iif(m.account_id > 0, 0, \(Schema.number(inKey: "m.user_id"))) AS user, m.id AS member
    FROM member m JOIN site s ON s.id = m.site
    WHERE m.account_id > 0 OR m.kind <> \(Moderator.Kind.community.code)
    """
}

/// What makes a row a person's: the account, or else the user of a site.
struct EverybodyKey: Hashable {
  var network: NetworkID
  var account: Int?
  private var place: Int
  private var user: Int

  /// - Parameter row: Has the columns `network`, `account`, `place` and `user`.
  init(_ row: GRDB.Row) throws {
    network = try row.value("network")
    account = try row.value("account")
    place = try row.value("place")
    user = try row.value("user")
  }

  /// The order of rows with these columns and `member`; its argument is the number of groups.
  static let order = """
    (coalesce(account, user) % ?1 + ?1) % ?1, network, account IS NULL, account, place, user, member
    """
}
