package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// The stored rows of some users with a role of a site, also of former moderators, by user.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func knownRows(
    of site: SiteRef, role: Role, users: [Int]
  ) throws -> [Int: Moderator] {
    try read { database in
      let key = try siteKey(site, database)
      var rows: [Int: Moderator] = [:]
      for user in users {
        let member = try StoredMember.fetch(.init(user, as: role), of: key, database)
        rows[user] = member?.moderator
      }
      return rows
    }
  }

  /// When the published roster of a site was read, and the query of its walk; nil without one.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func latestRoster(of site: SiteRef) throws -> (readAt: Date, query: String?)? {
    try read { database in
      let row = try GRDB.Row.fetchOne(
        database,
        sql: """
          SELECT s.published_at, (SELECT query FROM source WHERE id = e.source)
          FROM listed_site s JOIN entry e ON e.id = s.published_walk WHERE s.id = ?
          """, arguments: [try siteKey(site, database)])
      return try row.map { try (Date(unixSeconds: $0.value(0)), $0.value(1)) }
    }
  }
}
