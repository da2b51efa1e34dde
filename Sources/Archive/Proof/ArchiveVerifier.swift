import FoundationEssentials
import GRDB
import Roster

/// Checks everything in an archive against its evidence: the part of `verify` that needs only a
/// connection.
struct ArchiveVerifier {
  private let database: Database
  private let rules: [NetworkID: ProofRules]
  private let now: Date?
  private var verification = Verification()
  /// False where damage ended the verification: then the rest was not verified.
  private var isReadable = true

  /// - Parameters:
  ///   - database: A connection that may create temporary tables.
  ///   - rules: The rules of each network.
  ///   - now: The present time, so that a roster dated later is reported; nil where it is not known.
  init(_ database: Database, by rules: [NetworkID: ProofRules], now: Date? = nil) {
    self.database = database
    self.rules = rules
    self.now = now
  }

  /// Checks the file and everything in its tables, then the search index beside them. Where SQLite itself finds
  /// damage, or a table is not there, nothing more is read: the contents of a damaged file prove nothing.
  ///
  /// - Parameters:
  ///   - sites: The row ids of the sites to check; nil for all sites and for what belongs to no
  ///     site.
  ///   - check: Called before each site, and from time to time for the index; an error from it stops the
  ///     verification.
  /// - Returns: What was found. Damage is a finding, not an error.
  consuming func verification(
    of sites: Set<Int>? = nil, check: @escaping () throws -> Void = {}
  ) throws -> Verification {
    let file = VerifiedFile(database: database, sites: sites, check: check)
    do {
      try verifyTables(file)
      if isReadable, sites == nil { try verifyIndex(of: file) }
    } catch let error as DatabaseError {
      stop(FileVerifier.finding(error))
    } catch let error as RowDecodingError {
      stop(FileVerifier.finding(error))
    }
    return verification
  }

  private mutating func verifyTables(_ file: VerifiedFile) throws {
    verification.findings += try FileVerifier(database: database).findings()
    isReadable = verification.findings.isEmpty
    guard isReadable else { return }
    try run([SchemaVerifier.self], on: file)
    isReadable = try SchemaVerifier(subject: file).hasOwnTables()
    guard isReadable else { return }
    verification.withheld = try Withheld.people(database)
    if file.sites == nil {
      try run(
        [
          LedgerVerifier.self, RowVerifier.self,
          LogVerifier.self, WithheldVerifier.self,
        ], on: file)
    }
    let sites = try GRDB.Row.fetchAll(
      database, sql: "SELECT id, network, parameter FROM site ORDER BY network, parameter")
    for row in sites {
      let key: Int = try row.value(0)
      guard file.sites?.contains(key) ?? true else { continue }
      try file.check()
      try verify(key, SiteRef(row.value(1), row.value(2)))
    }
  }

  /// An index that SQLite cannot read is a finding about the index: the tables were read before.
  private mutating func verifyIndex(of file: VerifiedFile) throws {
    do {
      try run([IndexVerifier.self], on: file)
    } catch let error as DatabaseError {
      let finding = FileVerifier.finding(error)
      verification.findings.append(
        Verification.Finding(rule: .searchIndex, description: finding.description))
    }
  }

  private mutating func verify(_ key: Int, _ ref: SiteRef) throws {
    guard let rules = rules[ref.network] else {
      verification.findings.append(
        Verification.Finding(
          site: ref, rule: .evidence,
          description:
            "This program has no rules for the network \(ref.network) and cannot prove it."
        ))
      return
    }
    let site = try VerifiedSite(key, ref, rules, database)
    try run(
      [
        RosterVerifier.self, WalkVerifier.self, VersionVerifier.self, ElectedVerifier.self,
        ReputationVerifier.self,
      ], on: site, of: ref)
    guard let roster = site.walks.last else { return }
    verification.sites += 1
    verification.moderators += site.members.count { $0.row.leftAt == nil } - site.furtherRoles
    verification.others += site.others
    let grade = roster.grade.flatMap(Grade.init(rawValue:))
    if let grade { verification.grades[grade, default: 0] += 1 }
    if roster.verdict == Verdict.Name.unproven.rawValue {
      verification.unproven.append(ref)
      verification.lowerGrades[ref] = grade
    }
    noteFuture(ref, Date(unixSeconds: roster.finishedAt))
  }

  private mutating func stop(_ finding: Verification.Finding) {
    verification.findings.append(finding)
    isReadable = false
  }

  private mutating func run<Subject>(
    _ verifiers: [any Verifier<Subject>.Type], on subject: Subject, of site: SiteRef? = nil
  ) throws {
    for verifier in verifiers {
      var list = FindingList(site)
      try verifier.init(subject: subject).check(&list)
      verification.findings += list.findings
    }
  }

  /// Notes the roster with the latest date, where that is more than ``ArchiveDatabase/maxClockSkew`` in
  /// the future.
  private mutating func noteFuture(_ site: SiteRef, _ publishedAt: Date) {
    guard let now, publishedAt.timeIntervalSince(now) > ArchiveDatabase.maxClockSkew,
      publishedAt > verification.ahead?.publishedAt ?? now
    else { return }
    verification.ahead = Verification.Ahead(site: site, publishedAt: publishedAt)
  }
}
