package import FoundationEssentials
import GRDB
package import Roster

/// The result of a rebuild of what is derived.
package struct Rebuild: Hashable, Sendable {
  /// What was found before it.
  package var before: Verification
  /// What was found after it; nil where it did not help and was undone.
  package var after: Verification?
}

extension ArchiveDatabase {
  /// Verifies the archive, and rebuilds what is derived from the tables: the changes of members, the indexes, the search
  /// index and the views. For writers. All of it is rebuilt without a finding, too: the search index can be damaged where no
  /// reader notices it, in what it keeps of removed documents, and refuse the next change.
  ///
  /// All of it is one transaction, which is committed only if the whole archive is proven after it.
  /// So no finding about a table can be lost: where there is one, nothing is changed.
  ///
  /// - Parameters:
  ///   - rules: The rules of each network.
  ///   - now: The present time.
  /// - Throws: `unwritable`, `failed`. Damage is a finding, not an error.
  package func rebuild(by rules: [NetworkID: ProofRules], now: Date? = nil) throws -> Rebuild {
    try write { database in
      var rebuild = Rebuild(
        before: try ArchiveVerifier(database, by: rules, now: now).verification())
      do {
        try database.inSavepoint {
          try Self.rebuildDerived(database)
          let after = try ArchiveVerifier(database, by: rules, now: now).verification()
          guard after.findings.isEmpty else { return .rollback }
          rebuild.after = after
          return .commit
        }
      } catch let error as DatabaseError where Self.unrepairable.contains(error.resultCode) {
        rebuild.after = nil
      } catch is RowDecodingError {
        rebuild.after = nil
      }
      return rebuild
    }
  }

  /// What SQLite reports where a table is damaged: then there is nothing to rebuild an index from.
  private static let unrepairable: [ResultCode] = [
    .SQLITE_CORRUPT, .SQLITE_CONSTRAINT, .SQLITE_ERROR, .SQLITE_MISMATCH,
  ]

  private static func rebuildDerived(_ database: Database) throws {
    try Schema.makeIndexes(database)
    try database.execute(sql: "REINDEX")
    try ChangeRow.rebuild(database)
    for site in try StoredLog.sites(database).subtracting(StoredLog.underivedSites(database)) {
      try StoredLoggedTenure.derive(ofSite: site, database)
    }
    try SearchIndex.rebuild(database)
    try Schema.makeViews(database)
  }
}
