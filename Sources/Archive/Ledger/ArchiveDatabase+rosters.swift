import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Calls `body` with each roster that was published, in the order of the ledger, as the archive knew it after an entry.
  ///
  /// - Parameter last: The number of that entry; nil for the newest.
  /// - Throws: `ArchiveError`, and what `body` throws.
  package func forEachRoster(
    until last: Int? = nil, _ body: (RosterLine) throws -> Void
  ) throws {
    try read { database in
      // `+`: by the index of kinds, all entries would be sorted first.
      let rows = try GRDB.Row.fetchCursor(
        database.cachedStatement(
          sql: """
            SELECT e.site, s.network, coalesce((SELECT parameter FROM former_site
                WHERE site = e.site AND until > e.id ORDER BY since LIMIT 1), s.parameter),
              coalesce(c.at, e.at), e.grade, e.items, e.roster
            FROM entry e CROSS JOIN site s ON s.id = e.site
            LEFT JOIN correction c ON c.entry = e.id
              AND c.clock = (SELECT max(clock) FROM correction WHERE entry = e.id AND clock <= ?1)
            WHERE +e.kind = 'walk' AND e.id <= ?1 ORDER BY e.id
            """), arguments: [last ?? .max])
      // An entry has no digest where it is that of the roster before.
      var digests: [Int: String] = [:]
      while let row = try rows.next() {
        let site: Int = try row.value(0)
        if let digest = try row.value(6) as Data? { digests[site] = digest.hexadecimal }
        try body(
          RosterLine(
            site: SiteRef(row.value(1), row.value(2)), day: Date(unixSeconds: row.value(3)).utcDay,
            grade: row.value(4), count: row.value(5), digest: digests[site] ?? ""))
      }
    }
  }
}
