import FoundationEssentials
import GRDB
package import Roster

/// What stands in the place of somebody who is withheld: a row without values. It has a number in the place of the id on
/// the site, far below those that a site can have, so that its tenures stay and nobody can tell whose they are.
package enum Withheld {
  /// In the place of names.
  static let name = "withheld"
  /// Numbers are this one or lower.
  static let highestID = -(1 << 60)

  /// Whether an id is such a number. No site has one: see `SiteWalk`.
  package static func has(_ userID: Int) -> Bool { userID <= highestID }

  /// SQL: whether a row of `member` is that of somebody else.
  static func isShown(_ member: String) -> String { "+\(member).user_id > \(highestID)" }

  /// The row of somebody who has a role.
  static func moderator(_ number: Int, as role: Role) -> Moderator {
    Moderator(userID: number, role: role, displayName: name)
  }

  /// The digest of what stands in the place of all who are withheld, and of the tags by which they are recognised, so that
  /// the chain of the ledger covers it; nil where nobody is. It does not say who they are.
  static func evidence(_ database: Database) throws -> Data? {
    let rows = try [
      "SELECT id, site, user_id, role, leaf AS digest FROM member WHERE leaf IS NOT NULL ORDER BY id",
      "SELECT log, id, entry FROM log_entry WHERE leaf IS NOT NULL ORDER BY log, id, entry",
      "SELECT entry, number FROM claim WHERE leaf IS NOT NULL ORDER BY entry, number",
      "SELECT * FROM change WHERE kind = 'withheld' ORDER BY id",
      "SELECT tag FROM withheld ORDER BY tag",
    ].flatMap { sql in try Array(GRDB.Row.fetchCursor(database, sql: sql).map(\.digest)) }
    return rows.isEmpty ? nil : Leaf.sum(rows)
  }

  /// Appends the entry of a withholding after the rows were replaced, and derives anew what follows from the others.
  ///
  /// - Parameters:
  ///   - people: How many people are withheld now who were not before.
  ///   - roles: How many rows of users of sites.
  static func record(people: Int, roles: Int, at now: Int, _ database: Database) throws {
    for site in try StoredLog.sites(database) {
      try StoredLoggedTenure.derive(ofSite: site, database)
    }
    try SearchIndex.rebuild(database)
    var entry = try Entry(
      .withhold, at: now, Entry.Body(withheld: people), evidence: evidence(database))
    entry.items = roles
    try entry.append(to: database)
  }

  /// How many people the ledger says to be withheld.
  static func people(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database,
      sql: "SELECT CAST(total(body ->> '$.withheld') AS INTEGER) FROM entry WHERE kind = 'withhold'"
    )
      ?? 0
  }
}

extension ArchiveDatabase {
  /// How many people are withheld: of the whole archive, or of those with a role on a site.
  ///
  /// - Parameters:
  ///   - former: Whether those of a site are wanted who have left.
  ///   - span: Those of a site are wanted instead who perhaps had a role in that time.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func withheldCount(
    of site: SiteRef? = nil, former: Bool = false, in span: TimeSpan? = nil
  ) throws -> Int {
    try read { database in
      guard let site else { return try Withheld.people(database) }
      return try Int.fetchOne(
        database,
        sql: """
          SELECT count(DISTINCT user_id) FROM member m JOIN held o ON o.member = m.id
          WHERE site = ?1 AND NOT (\(Withheld.isShown("m"))) AND iif(?3 IS NULL, (o.until IS NOT NULL) = ?2,
            coalesce(o.absent_before < ?4, 1) AND coalesce(o.left_at > ?3, 1))
          """,
        arguments: [
          siteKey(site, database), former, span?.beginning.unixSeconds, span?.end.unixSeconds,
        ]) ?? 0
    }
  }
}
