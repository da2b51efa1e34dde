package import FoundationEssentials
import GRDB
package import Roster

/// The request that failed when a site was walked.
package struct SiteFault: Hashable, Sendable {
  package var site: SiteRef
  /// The kind of the fault, in one word.
  package var reason: String
  /// What the API or the network reported. Nothing secret.
  package var message: String
  package var at: Date

  package init(site: SiteRef, reason: String, message: String, at date: Date) {
    self.site = site
    self.reason = reason
    self.message = message
    at = date
  }
}

extension ArchiveDatabase {
  /// Records at the end of a run which sites failed and why.
  ///
  /// - Parameter settled: The other sites that were walked to an end: an older fault of theirs is
  ///   removed. Sites that the run did not reach keep theirs.
  /// - Throws: `unknown` where the archive does not contain a site.
  package func recordFaults(_ faults: [SiteFault], settled: [SiteRef]) throws {
    try write { database in
      for fault in faults { try record(fault, of: fault.site, database) }
      for site in settled { try record(nil, of: site, database) }
    }
  }

  private func record(_ fault: SiteFault?, of site: SiteRef, _ database: Database) throws {
    let key = try siteKey(site, database)
    try database.cachedStatement(
      sql: """
        UPDATE site SET fault = ?1, fault_message = ?2, fault_at = ?3
        WHERE id = ?4 AND coalesce(?3, fault_at) IS NOT NULL
        """
    ).execute(arguments: [fault?.reason, fault?.message, fault?.at.unixSeconds, key])
  }

  /// Notes that sites said what they had said before their published rosters were read, so that these were not read
  /// again. That is no reading: no date of a roster moves.
  ///
  /// - Throws: `unknown` where the archive does not contain a site.
  package func recordChecks(_ sites: [SiteRef], at date: Date) throws {
    guard !sites.isEmpty else { return }
    try write { database in
      let statement = try database.cachedStatement(
        sql: "UPDATE site SET checked_at = ? WHERE id = ?")
      for site in sites {
        try statement.execute(arguments: [date.unixSeconds, siteKey(site, database)])
      }
    }
  }
}
