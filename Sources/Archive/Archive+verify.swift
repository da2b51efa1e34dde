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

/// Whether the journal is all there: its numbers have no gaps.
struct JournalVerifier {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func findings() throws -> [Verification.Finding] {
    let given =
      try Int.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'") ?? 0
    let kept = try Int.fetchOne(database, sql: "SELECT count(*) FROM change") ?? 0
    guard given != kept else { return [] }
    return [
      Verification.Finding(
        rule: .journal, description: "Of \(given) changes that were recorded \(kept) are there.")
    ]
  }
}

/// What SQLite says of the file.
struct FileVerifier {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func findings() throws -> [Verification.Finding] {
    let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
      .filter { $0 != "ok" }
      .map { Verification.Finding(rule: .integrity, description: "SQLite finds: \($0).") }
    guard integrity.isEmpty else { return integrity }
    return try GRDB.Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { row in
      let (table, parent) = try (row.value(0) as String?, row.value(2) as String?)
      return Verification.Finding(
        rule: .foreignKeys,
        description: "A row of \(table ?? "?") names a row of \(parent ?? "?") that is not there.")
    }
  }

  static func finding(_ error: RowDecodingError) -> Verification.Finding {
    Verification.Finding(
      rule: .integrity, description: "A value is not of its column's type: \(error).")
  }

  static func finding(_ error: DatabaseError) -> Verification.Finding {
    Verification.Finding(
      rule: .integrity,
      description: "SQLite cannot read on: \(error.message ?? error.resultCode.description).")
  }
}
