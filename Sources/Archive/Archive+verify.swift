import GRDB
package import Roster

extension Archive {
  /// Proves the published rosters again from their stored evidence, and checks the file.
  ///
  /// Where SQLite itself finds damage, nothing further is read: what a damaged file says proves
  /// nothing.
  ///
  /// - Parameters:
  ///   - sites: The sites to check; nil for all, the search index included.
  ///   - network: The network of those sites.
  /// - Returns: What was found. Damage is a finding, and no error.
  /// - Throws: `unknown` where the archive does not know one of the sites.
  package func verify(
    sites: [SiteID]? = nil, network: String = stackExchangeNetwork
  ) throws -> Verification {
    try readWithTemporaryTables { database in
      var verification = Verification()
      do {
        verification.findings = try FileVerifier(database).findings()
        guard verification.findings.isEmpty else { return verification }
        for site in try publishedSites(sites, network: network, database) {
          let verifier = try SiteVerifier(site, database)
          verification.findings += verifier.findings
          if site.verdict == .unproven { verification.unproven.append(site.id) }
          verification.sites += 1
          verification.moderators += verifier.moderators
        }
        if sites == nil {
          verification.findings += try JournalVerifier(database).findings()
          verification.findings += try IndexVerifier(database).findings()
        }
      } catch let error as DatabaseError {
        verification.findings.append(FileVerifier.finding(error))
      } catch let error as RowDecodingError {
        verification.findings.append(FileVerifier.finding(error))
      }
      return verification
    }
  }

  private func publishedSites(
    _ sites: [SiteID]?, network: String, _ database: Database
  ) throws -> [PublishedSite] {
    let all = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT id, parameter, published_walk, moderators, published_at, verdict, network FROM site
        WHERE published_walk IS NOT NULL ORDER BY network, parameter
        """
    ).map(PublishedSite.init)
    guard let sites else { return all }
    for site in sites { _ = try siteKey(site, network: network, database) }
    return all.filter { $0.network == network && sites.contains($0.id) }
  }
}

/// A site with a published roster, as `verify` reads it.
struct PublishedSite {
  var key: Int
  var id: SiteID
  var network: String
  var walk: Int
  var count: Int
  var publishedAt: Int
  var verdict: Verdict.Name

  init(_ row: GRDB.Row) throws {
    key = try row.value(0)
    id = try row.value(1)
    walk = try row.value(2)
    count = try row.value(3)
    publishedAt = try row.value(4)
    verdict = try Verdict.Name(rawValue: row.value(5)) ?? .incomplete
    network = try row.value(6)
  }
}
