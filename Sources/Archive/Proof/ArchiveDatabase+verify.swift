package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Checks everything in the archive against its evidence, and checks the file.
  ///
  /// - Parameters:
  ///   - sites: The sites to check; nil for all, including the journal, the lists of sites and the
  ///     search index.
  ///   - rules: The rules of each network. A roster of any other network cannot be proven, which is
  ///     a finding.
  ///   - now: The present time; a roster with a later date is reported.
  /// - Returns: What was found. Damage is a finding, not an error.
  /// - Throws: `unknown` where the archive does not contain one of the sites; `CancellationError` after
  ///   ``interrupt()``.
  package func verify(
    sites: [SiteRef]? = nil, by rules: [NetworkID: ProofRules], now: Date? = nil
  ) throws -> Verification {
    try verify(sites: sites, by: rules, now: now, check: checkInterruption)
  }

  /// - Parameter check: Called often; an error from it stops the verification.
  func verify(
    sites: [SiteRef]? = nil, by rules: [NetworkID: ProofRules], now: Date?,
    check: @escaping () throws -> Void
  ) throws -> Verification {
    var found = Verification()
    do {
      try readWithTemporaryTables { database in
        let keys = try sites?.map { try siteKey($0, database) }
        found = try ArchiveVerifier(database, by: rules, now: now)
          .verification(of: keys.map { Set($0) }, check: check)
      }
    } catch let error as ArchiveError where error.code == .damaged && !found.findings.isEmpty {
      // After SQLite met a damaged page, it does not end the transaction either: the findings say more.
    }
    return found
  }
}
