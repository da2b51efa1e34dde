package import FoundationEssentials
import GRDB
package import Roster

/// What an import of claims did.
package struct ClaimBackfill: Hashable, Sendable {
  /// The entry of the ledger: that of the first import where the same file was read before.
  package var entry: Int
  package var isRepeated = false
  package var kept = 0
  /// Those that readings contradict: what the readings show counts.
  package var contradictions: [Contradiction] = []

  /// A reading without somebody who is said to have held the role then.
  package struct Contradiction: Hashable, Sendable {
    package var site: SiteRef
    package var tenure: Tenure
    package var readAt: Date
  }
}

extension ArchiveDatabase {
  /// Stores what a file claims of tenures, or nothing where it fails. A file that was read before, for the same site and
  /// under the same address, changes nothing.
  ///
  /// - Parameters:
  ///   - site: The one that all or some rows are about; nil where each tells its own.
  ///   - url: The address of whoever claims it; nil for badges.
  ///   - body: Reads the file: it gives each tenure, with its site, to its parameter.
  /// - Throws: `unknown` where the archive does not contain a site; what `body` throws.
  package func backfill(
    _ file: BackfillFile, of site: SiteRef?, from url: String?, at now: Date,
    _ body: (_ store: (SiteRef, Tenure) throws -> Void) throws -> Void
  ) throws -> ClaimBackfill {
    try importing { withheld, database in
      let site = try site.map { try siteKey($0, database) }
      if let entry = try Entry.backfill(of: file.sha256, site: site, from: url, database) {
        return try repeated(entry, database)
      }
      var result = ClaimBackfill(entry: try Entry.nextID(database))
      var (sites, count): ([SiteRef: Int], Int) = ([:], 0)
      try body { site, tenure in
        let key = try sites[site] ?? siteKey(site, database)
        sites[site] = key
        count += 1
        guard try withheld?.has(tenure, ofSite: key, in: site.network, database) != true else {
          return
        }
        result.kept += 1
        try StoredClaim.insert(
          StoredClaim.values(of: tenure, number: count), site: key, as: result.entry, database)
      }
      try Entry.append(
        file, of: site, at: now, keeping: result.kept,
        evidence: EvidenceSum.of(.claims, by: result.entry, database)[result.entry], database)
      for (site, key) in sites.sorted(by: { $0.key < $1.key }) {
        try SearchIndex.write(StoredLoggedTenure.derive(ofSite: key, database), database)
        result.contradictions += try contradictions(of: result.entry, at: site, key, database)
      }
      return result
    }
  }

  /// What a file that was read before tells now.
  private func repeated(_ entry: Int, _ database: Database) throws -> ClaimBackfill {
    var result = ClaimBackfill(entry: entry, isRepeated: true)
    let sites = try Int.fetchAll(
      database,
      sql: "SELECT DISTINCT site FROM claim WHERE entry = ? AND site IS NOT NULL ORDER BY site",
      arguments: [entry])
    for key in sites {
      guard let site = try SiteRef.fetch(key, database) else { continue }
      result.contradictions += try contradictions(of: entry, at: site, key, database)
    }
    return result
  }

  /// The claims of a file about a site that readings contradict: each with the first such reading.
  private func contradictions(
    of entry: Int, at site: SiteRef, _ key: Int, _ database: Database
  ) throws -> [ClaimBackfill.Contradiction] {
    let seats = try SeatRuns.all(ofSite: key, database)
    var readings: [Role: [StoredWalk]] = [:]
    return try StoredClaim.tenures(ofSite: key, by: entry, database).compactMap { told in
      guard let user = told.userID else { return nil }
      let looks =
        try readings[told.role] ?? StoredWalk.fetchAll(of: key, listing: told.role, database)
      readings[told.role] = looks
      let runs = seats[Moderator.Key(user, as: told.role)]?.ranges(in: looks) ?? []
      let missing = looks.indices.first { place in
        told.bounds.beganBefore < looks[place].time.lowerBound
          && looks[place].time.upperBound < told.bounds.endedAfter
          && !runs.contains { $0.contains(place) }
      }
      return missing.map { place in
        ClaimBackfill.Contradiction(
          site: site,
          tenure: Tenure(userID: user, name: told.name, role: told.role, bounds: told.bounds),
          readAt: looks[place].time.upperBound)
      }
    }
  }
}
