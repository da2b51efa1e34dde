import GRDB
package import Roster

extension ArchiveDatabase {
  /// Calls `body` with the moderators of a site, or with those who moderated it before, one at a time, in the
  /// order of readers.
  ///
  /// - Parameters:
  ///   - former: Whether those who left are wanted.
  ///   - limit: At most this many; nil for all.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func forEachModerator(
    of site: SiteRef, former: Bool = false, limit: Int? = nil,
    _ body: (PersonOnSite) throws -> Void
  ) throws {
    try read { database in
      let statement = try database.cachedStatement(
        sql: former
          ? """
          SELECT m.id FROM seat m WHERE m.site = ?1 AND m.until IS NOT NULL
          ORDER BY m.left_at DESC, m.user_id LIMIT ?2
          """
          : """
          SELECT m.id FROM seat m WHERE m.site = ?1 AND m.until IS NULL
          ORDER BY m.kind, m.role <> '\(Role.moderator.rawValue)', m.role, m.reputation DESC, m.user_id
          LIMIT ?2
          """)
      let members = try Int.fetchCursor(
        statement, arguments: [try siteKey(site, database), limit ?? -1])
      var reader = PersonReader(database)
      while let member = try members.next() {
        if let place = try reader.place(member, network: site.network) { try body(place) }
      }
    }
  }
}
