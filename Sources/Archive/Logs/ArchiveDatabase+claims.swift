package import FoundationEssentials
import GRDB
package import Roster

/// What an import of claims did.
package struct ClaimBackfill: Hashable, Sendable {
  /// The entry of the ledger: that of the first import where the same file was read before.
  package var entry: Int
  package var isRepeated = false
  package var kept = 0
  /// Badges that are left out because they are dated more than a day ahead.
  package var yetToCome = 0
  /// Rows that are left out because they are about people who are withheld.
  package var withheld = 0
  package var contradictions: [Contradiction] = []
  package var unknownRoles: [UnknownRole] = []
}

extension ArchiveDatabase {
  /// Stores what a file claims of tenures, or nothing where it fails. A file that was read before, for the same site and
  /// under the same address, changes nothing.
  ///
  /// - Parameters:
  ///   - site: The one that all or some rows are about; nil where each tells its own.
  ///   - url: The address of whoever claims it; nil for badges.
  ///   - body: Reads the file: it gives each tenure, with its site, to its parameter.
  /// - Throws: `unknown` where the archive does not contain a site; `unfit` where a user has an id of those that stand for
  ///   withheld people; what `body` throws.
  package func backfill(
    _ file: BackfillFile, of site: SiteRef?, from url: String?, at now: Date,
    _ body: (_ store: (SiteRef, Tenure) throws -> Void) throws -> Void
  ) throws -> ClaimBackfill {
    try importing { withheld, database in
      let site = try site.map { try siteKey($0, database) }
      if let entry = try Entry.backfill(of: file.sha256, site: site, from: url, database) {
        var result = ClaimBackfill(entry: entry, isRepeated: true)
        try result.compare(database)
        return result
      }
      var result = ClaimBackfill(entry: try Entry.nextID(database))
      var (sites, count): ([SiteRef: Int], Int) = ([:], 0)
      try body { site, tenure in
        if let user = tenure.userID, Withheld.has(user) {
          throw error(.unfit, "The file has a user with the id \(user), which no site has.")
        }
        let key = try sites[site] ?? siteKey(site, database)
        sites[site] = key
        count += 1
        if tenure.bounds.endedAfter.isYetToCome(at: now) { return result.yetToCome += 1 }
        if try withheld?.has(tenure, ofSite: key, in: site.network, database) == true {
          return result.withheld += 1
        }
        result.kept += 1
        try StoredClaim.insert(
          StoredClaim.values(of: tenure, number: count), site: key, as: result.entry, database)
      }
      try Entry.append(
        file, of: site, at: now, keeping: result.kept,
        evidence: EvidenceSum.of(.claims, by: result.entry, database)[result.entry], database)
      for key in sites.values.sorted() {
        try SearchIndex.write(StoredLoggedTenure.derive(ofSite: key, database), database)
      }
      try result.compare(database)
      return result
    }
  }
}

extension ClaimBackfill {
  /// Notes what is contradicted of what the file tells now.
  fileprivate mutating func compare(_ database: Database) throws {
    contradictions = try Contradiction.all(ofFile: entry, database)
    unknownRoles = try UnknownRole.all(ofFile: entry, database)
  }
}
