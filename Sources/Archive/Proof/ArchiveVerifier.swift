package import FoundationEssentials
package import GRDB
import Roster

/// Holds every statement of an archive against its evidence: the part of `verify` that needs no more than
/// a connection.
package struct Verifier {
  private let database: Database
  private let now: Date?
  private var verification = Verification()

  /// - Parameters:
  ///   - database: A connection that may make temporary tables.
  ///   - now: Rosters that are dated later are named; nil where the time is not known.
  package init(_ database: Database, now: Date? = nil) {
    self.database = database
    self.now = now
  }

  /// What there is to be found. Where SQLite itself finds damage, nothing further is read: what a damaged
  /// file says proves nothing.
  ///
  /// - Parameter sites: The keys of the sites to check; nil for all, and for what belongs to no site.
  /// - Returns: What was found. Damage is a finding, and no error.
  package consuming func verification(of sites: Set<Int>? = nil) throws -> Verification {
    do {
      try verify(sites)
    } catch let error as DatabaseError {
      verification.findings.append(FileVerifier.finding(error))
    } catch let error as RowDecodingError {
      verification.findings.append(FileVerifier.finding(error))
    }
    return verification
  }

  private mutating func verify(_ sites: Set<Int>?) throws {
    verification.findings = try FileVerifier(database).findings()
    guard verification.findings.isEmpty else { return }
    verification.findings += try SchemaVerifier(database).findings()
    verification.findings += try SealVerifier(database, sites: sites).findings()
    if sites == nil {
      verification.findings += try RowVerifier(database).findings()
      verification.findings += try SiteListVerifier(database).findings()
      verification.findings += try UnfinishedVerifier(database).findings()
    }
    try MirroredSite.forEach(sites, database) { try verify($0) }
    if sites == nil { verification.findings += try IndexVerifier(database).findings() }
  }

  private mutating func verify(_ site: MirroredSite) throws {
    var rows = try RosterVerifier(site, database)
    verification.findings += try rows.findings()
    verification.findings += try WalkVerifier(site, rows.sums, database).findings()
    verification.findings += try ChangeVerifier(site, database).findings()
    verification.findings += try TenureVerifier(site, database).findings()
    verification.findings += try ElectedVerifier(site, database).findings()
    verification.findings += try ReputationVerifier(site, database).findings()
    guard let roster = site.roster else { return }
    verification.sites += 1
    verification.moderators += rows.moderators
    if roster.verdict == Verdict.Name.unproven.rawValue { verification.unproven.append(site.ref) }
    noteFuture(site.ref, Date(unixSeconds: roster.publishedAt))
  }

  /// Names the roster that lies furthest in the future, where it lies further than ``ArchiveDatabase/mostLead``.
  private mutating func noteFuture(_ site: SiteRef, _ publishedAt: Date) {
    guard let now, publishedAt.timeIntervalSince(now) > ArchiveDatabase.mostLead,
      publishedAt > verification.ahead?.publishedAt ?? now
    else { return }
    verification.ahead = Verification.Ahead(site: site, publishedAt: publishedAt)
  }
}
