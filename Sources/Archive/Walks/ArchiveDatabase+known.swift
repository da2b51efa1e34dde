package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// The stored row of a user of a site.
  package struct KnownRow: Hashable, Sendable {
    /// The row; for a former moderator that of when they left.
    package var moderator: Moderator
    /// The date of the first roster of the latest tenure.
    package var firstSeen: Date
  }

  /// The stored rows with some keys of a site, also of former moderators, by key.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func knownRows(of site: SiteRef, users keys: [Int]) throws -> [Int: KnownRow] {
    try read { database in
      let key = try siteKey(site, database)
      var rows: [Int: KnownRow] = [:]
      for user in keys {
        guard let member = try StoredMember.fetch(user, of: key, database) else { continue }
        rows[user] = KnownRow(
          moderator: member.moderator, firstSeen: Date(unixSeconds: member.firstSeen))
      }
      return rows
    }
  }

  /// When the latest published roster of a site was read, of those whose walk had a suitable query.
  ///
  /// - Parameter isSuitable: Called with the queries of published walks, the latest first, until it
  ///   returns true; the query is nil where an older version did not record it.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func latestRoster(
    of site: SiteRef, where isSuitable: (_ query: String?) -> Bool
  ) throws -> Date? {
    try read { database in
      let rows = try GRDB.Row.fetchCursor(
        database,
        sql: """
          SELECT finished_at, query FROM walk WHERE site = ? AND published = 1
          ORDER BY finished_at DESC
          """, arguments: [try siteKey(site, database)])
      while let row = try rows.next() {
        if isSuitable(try row.value(1)) { return Date(unixSeconds: try row.value(0)) }
      }
      return nil
    }
  }
}
