package import FoundationEssentials
import GRDB
package import Roster

/// A site as it was named at a moment; lists may have renamed it since.
package struct FormerSite: Hashable, Sendable {
  /// Its present id.
  package var site: SiteRef
  /// Its id at that moment, often the same.
  package var former: SiteRef
  /// Its name at that moment, often the same.
  package var formerName: String
}

extension ArchiveDatabase {
  /// A site as it was when its published roster was read; nil without one.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func siteOfRoster(of site: SiteRef) throws -> Site? {
    try read { database in
      let row = try GRDB.Row.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT v.network, \(SiteVersion.columns(of: "v")) FROM site_version v JOIN site s ON s.id = v.site
            WHERE s.id = ? AND v.since <= s.published_walk AND coalesce(v.until > s.published_walk, 1)
            """), arguments: [siteKey(site, database)])
      return try row.map { try Site($0) }
    }
  }

  /// The mirrored sites whose id or name a list of sites has changed since a moment, by network and
  /// present id.
  package func sitesRenamed(after date: Date) throws -> [FormerSite] {
    try read { database in
      try GRDB.Row.fetchAll(
        database,
        sql: """
          SELECT s.network, s.parameter, f.parameter AS former, f.name
          FROM site s JOIN site_list n ON n.id = s.since
          JOIN former_site f ON f.site = s.id AND f.since = coalesce(
            (SELECT max(o.since) FROM former_site o JOIN site_list l ON l.id = o.since
              WHERE o.site = s.id AND l.fetched_at <= ?1),
            (SELECT min(since) FROM former_site WHERE site = s.id))
          WHERE s.published_walk IS NOT NULL AND n.fetched_at > ?1
            AND (f.parameter, f.name) <> (s.parameter, s.name)
          ORDER BY s.network, s.parameter
          """, arguments: [date.unixSeconds]
      ).map { row in
        let network: NetworkID = try row.value("network")
        return try FormerSite(
          site: SiteRef(network, row.value("parameter")),
          former: SiteRef(network, row.value("former")), formerName: row.value("name"))
      }
    }
  }
}
