package import FoundationEssentials
import GRDB
package import Roster

/// What a withholding removes, or would remove.
package struct Withholding: Hashable, Sendable {
  /// Rows of users of sites: one for each role.
  package var roles: Int
  /// Names, former ones included.
  package var names: Int
  package var changes: Int
  package var logRows: Int
  /// Badges and claims.
  package var claims: Int
  /// Other users of the person's sites with a name of theirs, who stay.
  package var namesakes: [Namesake]

  /// A user of a site.
  package struct Namesake: Hashable, Sendable {
    package var site: SiteRef
    package var userID: Int
  }

  /// Whether there is nothing of the person.
  package var isEmpty: Bool { roles + changes + logRows + claims == 0 }
}

extension ArchiveDatabase {
  /// What ``withhold(_:at:)`` would remove.
  package func withholding(of person: PersonRecord) throws -> Withholding {
    try read { try WithheldRows(of: person, $0).counted() }
  }

  /// Removes all values of a person, and records that somebody was withheld. What proves everybody else stays: the digests
  /// of the person's rows, whose salts go. Unfinished walks, which may have the person, are dropped.
  ///
  /// The file is written anew, so that nothing is left in what was freed, and neither in the write-ahead log.
  ///
  /// - Throws: `failed` where the key of earlier withholdings is missing; `inUse` where another program reads the file;
  ///   `unwritable` for the key.
  package func withhold(_ person: PersonRecord, at now: Date) throws -> Withholding {
    try emptyLog(otherwise: "nothing was removed", remedy: .waitForOthers)
    var key = try withheldKey(withheldTags()) ?? WithheldKey(newFor: path)
    try eraseWhatIsDeleted()
    let withholding = try write { database in
      let rows = try WithheldRows(of: person, database)
      let withholding = try rows.counted()
      try rows.replace(by: key)
      try database.execute(sql: "DELETE FROM walk")
      for site in try StoredLog.sites(database).subtracting(StoredLog.underivedSites(database)) {
        try StoredLoggedTenure.derive(ofSite: site, database)
      }
      try SearchIndex.rebuild(database)
      var entry = try Entry(
        .withhold, at: now.unixSeconds,
        Entry.Body(withheld: 1), evidence: Withheld.evidence(database))
      entry.items = withholding.roles
      try entry.append(to: database)
      return withholding
    }
    try eraseWithheld()
    try key.keep(head: head()?.head, of: path)
    return withholding
  }

  /// Writes the file anew and empties its log, so that nothing of who is withheld is left in what was freed. A withholding
  /// that is stopped before it comes to that removes the person all the same.
  ///
  /// - Throws: `ArchiveError`, which says that it is still to be done.
  package func eraseWithheld() throws {
    do {
      try vacuum()
      try emptyLog(otherwise: "its log still has what is withheld")
    } catch var error as ArchiveError where error.remedy == nil {
      error.description +=
        " The person is removed, but still stands in freed parts of the file: withhold them again to erase that."
      throw error
    }
  }

  /// Nothing of what this connection deletes stays in the pages of the file.
  func eraseWhatIsDeleted() throws {
    try translatingErrors {
      try queue.inDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
    }
  }

  /// Empties the write-ahead log.
  ///
  /// - Throws: `inUse` where another program reads what is in it.
  func emptyLog(
    otherwise: String = "its log stays", remedy: ArchiveError.Remedy = .emptyLog
  ) throws {
    let isBusy = try translatingErrors {
      try queue.inDatabase { try Bool.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }
    guard isBusy == true else { return }
    throw error(
      .inUse, "\(path) is being read by another program: \(otherwise).", remedy: remedy)
  }
}
