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
      try SiteRef.values(
        """
        SELECT s.network, s.parameter, sum(p.reading = 1), sum(p.reading = 2)
        FROM site s JOIN page p ON p.entry = s.published_walk
        WHERE s.network = ? AND p.position IS NOT 'whole' GROUP BY s.id
        """, [network], database
      ) { try PageCounts(first: $0.value(2), second: $0.value(3)) }
    }
  }
}

/// The pages of the lists of a roster, by reading.
package struct PageCounts: Hashable, Sendable {
  package var first: Int
  package var second: Int
}
