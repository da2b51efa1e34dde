package import FoundationEssentials
import GRDB
package import Roster

/// A site as it was named at a moment; the journal may have renamed it since.
package struct FormerSite: Hashable, Sendable {
  /// Its present id.
  package var site: SiteRef
  /// Its id at that moment, often the same.
  package var former: SiteRef
  /// Its name at that moment, often the same.
  package var formerName: String
}

extension ArchiveDatabase {
  /// The mirrored sites whose id or name a list of sites has changed since a moment, by network and
  /// present id.
  package func sitesRenamed(after date: Date) throws -> [FormerSite] {
    try read { database in
      try Self.sitesRenamed(after: date, database).values
        .sorted { $0.site < $1.site }
    }
  }

  /// The same by row id.
  static func sitesRenamed(
    after date: Date, _ database: Database
  ) throws -> [Int: FormerSite] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT s.id, s.network, s.parameter, s.name, c.detail
        FROM dated_change c JOIN site s ON s.id = c.site
        WHERE c.kind = 'site_renamed' AND c.observed_at > ? AND c.detail IS NOT NULL
        ORDER BY c.id DESC
        """, arguments: [date.unixSeconds])
    var sites: [Int: FormerSite] = [:]
    while let row = try rows.next() {
      let key: Int = try row.value("id")
      let site = try SiteRef(row.value("network"), row.value("parameter"))
      let present = try FormerSite(site: site, former: site, formerName: row.value("name"))
      sites[key, default: present].putBack(try Change.fields(inDetail: row.value("detail")) ?? [])
    }
    return sites
  }

  /// The row id of a site, which stays when the site is renamed.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func number(of site: SiteRef) throws -> Int {
    try read { try siteKey(site, $0) }
  }
}

extension FormerSite {
  /// Undoes one rename; call it for the latest rename first.
  fileprivate mutating func putBack(_ fields: [Change.FieldChange]) {
    for field in fields {
      switch field.column {
      case "site": former.id = field.before ?? former.id
      case "name": formerName = field.before ?? formerName
      default: break
      }
    }
  }
}
