import GRDB
package import Roster

extension ArchiveDatabase {
  /// The proof of the published roster of a site; nil without a roster, or where the archive does
  /// not contain the site.
  package func proof(of site: SiteRef) throws -> RosterProof? {
    let walk = try read { database in
      try Int.fetchOne(
        database,
        sql: "SELECT published_walk FROM site WHERE network = ? AND parameter = ?",
        arguments: [site.network, site.id])
    }
    return try walk.flatMap(proof(ofWalk:))
  }

  /// A walk and its pages; nil for an unknown walk.
  package func proof(ofWalk walk: Int) throws -> RosterProof? {
    let filter = ViewFilter(walk: walk)
    guard let row = try listing(.walks, filter).rows.first else { return nil }
    return RosterProof(walk: row, pages: try listing(.pages, filter).rows)
  }

  /// The sites whose published roster is not proven complete, each with its grade, as far as it has one.
  package func unprovenRosters() throws -> [SiteRef: Grade?] {
    try read { database in
      try SiteRef.values(
        """
        SELECT network, parameter, grade FROM listed_site
        WHERE published_walk IS NOT NULL AND verdict <> ?
        """, [Verdict.Name.complete.rawValue], database
      ) { try ($0.value(2) as String?).flatMap(Grade.init(rawValue:)) }
    }
  }
}
