import GRDB
package import Roster

extension ArchiveDatabase {
  /// All roles that the archive has had rows of.
  package func roles() throws -> Set<Role> {
    try read { database in
      Set(try RoleTable.names(database).map { Role(number: $0.key, name: $0.value) })
    }
  }

  /// The roles of the rows of a site's published roster; empty where there is none.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func currentRoles(of site: SiteRef) throws -> Set<Role> {
    try read { database in
      let numbers = try currentRoleNumbers(ofSite: siteKey(site, database), database)
      return Set(try numbers.map { try RoleTable.role($0, database) })
    }
  }

  /// The numbers of these roles, in ascending order.
  ///
  /// - Parameter site: The row of the site.
  func currentRoleNumbers(ofSite site: Int, _ database: Database) throws -> [Int] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT DISTINCT \(Schema.roleNumber(ofKey: "user_id")) AS number FROM seat
        WHERE site = ? AND until IS NULL ORDER BY number
        """)
    return try Int.fetchAll(statement, arguments: [site])
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
