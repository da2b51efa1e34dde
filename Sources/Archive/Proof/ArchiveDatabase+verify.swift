package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// Holds every statement of the archive against its evidence, and checks the file.
  ///
  /// - Parameters:
  ///   - sites: The sites to check; nil for all, the journal, the lists of sites and the search index
  ///     included.
  ///   - rules: Those of each network: a roster of another one cannot be proven, which is a finding.
  ///   - now: Where the newest roster is dated later, that is told.
  /// - Returns: What was found. Damage is a finding, and no error.
  /// - Throws: `unknown` where the archive does not know one of the sites.
  package func verify(
    sites: [SiteRef]? = nil, by rules: [NetworkID: ProofRules], now: Date? = nil
  ) throws -> Verification {
    try readWithTemporaryTables { database in
      let keys = try sites?.map { try siteKey($0, database) }
      return try ArchiveVerifier(database, by: rules, now: now).verification(
        of: keys.map { Set($0) })
    }
  }
}
