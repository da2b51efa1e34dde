package import FoundationEssentials
import GRDB
package import Roster

/// What a withholding removes, or would remove.
package struct Withholding: Hashable, Sendable {
  /// Rows of users of sites: one for each role.
  package var roles = 0
  /// Names, former ones included.
  package var names = 0
  package var changes = 0
  package var logRows = 0
  /// How many of them may be of somebody else, who had a name of the person's before or after them.
  package var doubtfulRows = 0
  /// Badges and claims.
  package var claims = 0
  /// Other users of the person's sites with a name of theirs, who stay.
  package var namesakes: [Namesake] = []

  /// A user of a site.
  package struct Namesake: Hashable, Sendable {
    package var site: SiteRef
    package var userID: Int
  }

  package static let nothing = Withholding()

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
  /// What was freed is erased when the archive is closed: see ``eraseWithheld()``.
  ///
  /// - Throws: `failed` where the key of earlier withholdings is missing; `inUse` where another program reads the file;
  ///   `unwritable` for the key.
  package func withhold(_ person: PersonRecord, at now: Date) throws -> Withholding {
    guard try emptyLog() else {
      throw error(
        .inUse, "\(path) is being read by another program: nothing was removed.",
        remedy: .waitForOthers)
    }
    let key = try withheldKey(withheldTags()) ?? WithheldKey(newFor: path)
    try key.keep(head: nil)
    try eraseWhatIsDeleted()
    return try write { database in
      let rows = try WithheldRows(of: person, database)
      let withholding = try rows.counted()
      try rows.replace(by: key)
      try WithheldKey.store(rows.tags(by: key), database)
      try database.execute(sql: "DELETE FROM walk")
      try Withheld.record(
        people: 1, roles: withholding.roles, at: now.unixSeconds, database)
      return withholding
    }
  }

  /// What is to be said while ``isToErase()``.
  package static let unerased =
    "values of who is withheld still stand in freed parts of the file; the next command that writes to it erases them, "
    + "unless another program reads it"

  /// Whether rows of a withholding still stand in what was freed.
  package func isToErase() throws -> Bool { try unerased() != nil }

  /// The key, and the head that it gets when all is erased; nil where nothing is left to erase.
  private func unerased() throws -> (key: WithheldKey, head: String)? {
    guard let key = try WithheldKey(of: path), key.head == nil,
      try withheldTags().contains(key.ownTag),
      let last = try read({ try LedgerPlace.latest($0, of: .withhold) })
    else { return nil }
    return (key, last.head)
  }

  /// Writes the file anew and empties its log, so that nothing of who is withheld is left in what was freed, where rows were
  /// removed since that was done: by a run that ends, or by one that was stopped. For writers.
  ///
  /// - Returns: False where another program reads the file, whose pages then stay.
  package func eraseWithheld() throws -> Bool {
    guard let (key, head) = try unerased() else { return true }
    guard try emptyLog() else { return false }
    try vacuum()
    guard try emptyLog() else { return false }
    try key.keep(head: head)
    return true
  }

  /// Nothing of what this connection deletes stays in the pages of the file.
  func eraseWhatIsDeleted() throws {
    try translatingErrors {
      try queue.inDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
    }
  }

  /// Empties the write-ahead log.
  ///
  /// - Returns: False where another program reads what is in it.
  func emptyLog() throws -> Bool {
    try translatingErrors {
      try queue.inDatabase { try Bool.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    } != true
  }
}
