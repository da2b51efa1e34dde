import GRDB
package import Roster

extension ArchiveDatabase {
  /// How many people moderate a site or did: accounts, and users of sites without one. Community users are
  /// no people.
  package func everybodyCount() throws -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM (\(Self.everybody))") ?? 0 }
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
        database,
        sql: """
          \(Self.everybody)
          ORDER BY (coalesce(account, user) % ?1 + ?1) % ?1, network, account IS NULL, account, place, user
          """, arguments: [groups])
      var reader = PersonReader(database)
      while let row = try rows.next() {
        let members = try (row.value("members") as String).split(separator: ",").compactMap {
          Int($0)
        }
        let person = try reader.person(
          members.sorted(), network: row.value("network"), accountID: row.value("account"))
        if let person { try body(person) }
      }
    }
  }

  /// A row for each person, with the rows of `member` that belong to them.
  private static let everybody = """
    SELECT s.network, iif(m.account_id > 0, m.account_id, NULL) AS account, iif(m.account_id > 0, 0, m.site) AS place,
      iif(m.account_id > 0, 0, m.user_id) AS user, group_concat(m.id) AS members
    FROM seat m JOIN site s ON s.id = m.site
    WHERE m.account_id > 0 OR m.kind <> \(Moderator.Kind.community.code)
    GROUP BY 1, 2, 3, 4
    """
}
