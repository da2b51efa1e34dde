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

  /// - Parameter check: Called often, on any thread; an error from it stops the verification.
  func verify(
    sites: [SiteRef]? = nil, by rules: [NetworkID: ProofRules], now: Date?,
    check: @escaping @Sendable () throws -> Void
  ) throws -> Verification {
    guard access == .reading, sites == nil else {
      return try withVerifier(by: rules, now: now) { verifier, database in
        let keys = try sites?.map { try siteKey($0, database) }
        return try verifier.verification(of: keys.map { Set($0) }, check: check)
      }
    }
    return try asOfNow(withSecondReader: { second in
      let parts: [(ArchiveVerifier.Part, ArchiveDatabase)] = [
        (.tables, self), (.index, second ?? self),
      ]
      let results = try parts.mapOnThreads { part, reader in
        Result { try reader.verify(part, by: rules, now: now, check: check) }
      }
      var whole = try results[0].get()
      if whole.isReadable { whole.add(try results[1].get()) }
      return whole
    })
  }

  private func verify(
    _ part: ArchiveVerifier.Part, by rules: [NetworkID: ProofRules], now: Date?,
    check: @escaping () throws -> Void
  ) throws -> Verification {
    try withVerifier(by: rules, now: now) { verifier, _ in
      try verifier.verification(part, check: check)
    }
  }

  private func withVerifier(
    by rules: [NetworkID: ProofRules], now: Date?,
    _ body: (ArchiveVerifier, Database) throws -> Verification
  ) throws -> Verification {
    var found = Verification()
    do {
      try readWithTemporaryTables { database in
        found = try body(ArchiveVerifier(database, by: rules, now: now), database)
      }
    } catch let error as ArchiveError where error.code == .damaged && !found.findings.isEmpty {
      // After SQLite met a damaged page, it does not end the transaction either: the findings say more.
    }
    return found
  }
}
