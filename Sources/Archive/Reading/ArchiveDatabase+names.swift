import GRDB
package import Roster

extension ArchiveDatabase {
  /// The ids of a site's users with a name, whatever their roles: who has it before who had it, and of these
  /// who moderates now before who did.
  ///
  /// - Parameter ignoresCase: Whether capitals do not count where nobody has exactly this name.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func users(
    named name: String, ignoringCase ignoresCase: Bool, of site: SiteRef
  ) throws -> [Int] {
    try read { database in
      let key = try siteKey(site, database)
      let exact = try Self.users(named: name, collation: "BINARY", site: key, database)
      guard exact.isEmpty, ignoresCase else { return exact }
      return try Self.users(named: name, collation: "NOCASE", site: key, database)
    }
  }

  private static func users(
    named name: String, collation: String, site: Int, _ database: Database
  ) throws -> [Int] {
    try Int.fetchAll(
      database,
      sql: """
        SELECT m.user_id FROM seat m
        WHERE m.site = ?2 AND (m.display_name = ?1 COLLATE \(collation) OR EXISTS (
          SELECT 1 FROM former_name f
          WHERE f.member = m.id AND f.display_name = ?1 COLLATE \(collation)
          UNION ALL SELECT 1 FROM logged_name l
          WHERE l.member = m.id AND l.name = ?1 COLLATE \(collation)))
        GROUP BY m.user_id
        ORDER BY max(m.display_name = ?1 COLLATE \(collation)) DESC, max(m.until IS NULL) DESC, m.user_id
        """, arguments: [name, site])
  }
}
