import GRDB
package import Roster

extension ArchiveDatabase {
  /// All roles that the archive has had rows of, or reads the list of.
  package func roles() throws -> Set<Role> {
    try read { database in
      let names = try String.fetchAll(
        database,
        sql: """
          SELECT role FROM member UNION SELECT role FROM logged_tenure
          UNION SELECT p.role FROM site s JOIN page p ON p.entry = s.published_walk
          """)
      return Set(names.map(Role.init(rawValue:))).union([.moderator])
    }
  }

  /// How many pages the lists of the published roster of each mirrored site of a network have, all lists
  /// together. Lists without pages are not counted.
  package func pageCounts(of network: NetworkID) throws -> [SiteRef: PageCounts] {
    try read { database in
      let rows = try GRDB.Row.fetchCursor(
        database,
        sql: """
          SELECT s.parameter, sum(p.reading = 1) AS first, sum(p.reading = 2) AS second
          FROM site s JOIN page p ON p.entry = s.published_walk
          WHERE s.network = ? AND p.position IS NOT 'whole' GROUP BY s.id
          """, arguments: [network])
      var counts: [SiteRef: PageCounts] = [:]
      while let row = try rows.next() {
        counts[SiteRef(network, try row.value("parameter"))] = PageCounts(
          first: try row.value("first"), second: try row.value("second"))
      }
      return counts
    }
  }
}

/// The pages of the lists of a roster, by reading.
package struct PageCounts: Hashable, Sendable {
  package var first: Int
  package var second: Int
}
