package import FoundationEssentials
import GRDB
package import Roster

/// How much the archive contains, for metrics.
package struct ArchiveTotals: Hashable, Sendable {
  /// The current moderators of all sites, each once on a site.
  package var moderators: Int
  /// The changes of the whole journal; kinds without a change are absent.
  package var changes: [Change.Kind: Int]
  /// When the latest change was observed; nil without one.
  package var lastChange: Date?
}

extension ArchiveDatabase {
  /// How many people of each site's present roster are staff or the Community account; sites without any are
  /// absent.
  package func staffCounts() throws -> [SiteRef: Int] {
    try read { database in
      try SiteRef.values(
        """
        SELECT s.network, s.parameter, count(DISTINCT m.user_id)
        FROM seat m JOIN site s ON s.id = m.site
        WHERE m.until IS NULL AND m.kind <> ? GROUP BY m.site
        """, [Moderator.Kind.moderator.code], database
      ) { try $0.value(2) }
    }
  }

  /// Counts moderators and changes.
  package func totals() throws -> ArchiveTotals {
    try read { database in
      let changes = try GRDB.Row.fetchAll(
        database,
        sql: """
          SELECT kind, count(*), max(observed_at) FROM dated_change GROUP BY kind ORDER BY kind
          """)
      var totals = ArchiveTotals(
        moderators: try Int.fetchOne(
          database, sql: "SELECT coalesce(sum(moderators), 0) FROM listed_site") ?? 0,
        changes: [:], lastChange: nil)
      for row in changes {
        guard let kind = try Change.Kind(rawValue: row.value(0)) else { continue }
        totals.changes[kind] = try row.value(1)
        let last = try row.date(2)
        totals.lastChange = [totals.lastChange, last].compactMap { $0 }.max()
      }
      return totals
    }
  }
}
