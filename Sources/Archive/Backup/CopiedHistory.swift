import GRDB

/// The history of an archive, compared with that of a copy of the same archive.
///
/// An archive that was set back to an older copy, and then ran on, soon has as many runs and changes as
/// the copies that were made meanwhile, but others: so the rows are compared, not their numbers.
struct CopiedHistory {
  /// The connection to the archive.
  let archive: Database
  /// The connection to the copy.
  let copy: Database

  /// Whether the archive has everything that a backup of it keeps: each run and each change of the copy.
  ///
  /// Runs that the archive lacks, but that are older than its newest, were pruned. A date may be earlier in
  /// the archive, where a wrong one was corrected.
  ///
  /// - Throws: `DatabaseError`, `RowDecodingError`.
  func isInArchive() throws -> Bool {
    guard try tables(copy).isSubset(of: tables(archive)) else { return false }
    for table in ["run", "walk", "change"]
    where try newest(table, copy) > newest(table, archive) { return false }
    return try agree(
      on: "SELECT id, started_at FROM run ORDER BY id", mayLack: true)
      && agree(
        on: """
          SELECT id, observed_at, site, user_id, account_id, kind, detail, display_name FROM change
          ORDER BY id
          """, mayLack: false)
  }

  /// The names of tables and views, those of the user included: who wrote notes into a copy loses them with it.
  private func tables(_ database: Database) throws -> Set<String> {
    try String.fetchSet(
      database, sql: "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
  }

  /// The highest number that a row of the table ever had.
  private func newest(_ table: String, _ database: Database) throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table]) ?? 0
  }

  /// Reads rows of both files side by side: a number, a date, and what must be equal.
  private func agree(on sql: String, mayLack: Bool) throws -> Bool {
    let ours = try GRDB.Row.fetchCursor(archive, sql: sql)
    let theirs = try GRDB.Row.fetchCursor(copy, sql: sql)
    var our = try ours.next().map(Entry.init)
    while let their = try theirs.next().map(Entry.init) {
      while let id = our?.id, id < their.id { our = try ours.next().map(Entry.init) }
      guard let our, our.id == their.id else {
        if mayLack { continue }
        return false
      }
      guard our.content == their.content, our.date <= their.date else { return false }
    }
    return true
  }

  private struct Entry {
    let id: Int
    let date: Int
    let content: [DatabaseValue]

    init(_ row: GRDB.Row) throws {
      id = try row.value(0)
      date = try row.value(1)
      content = Array(row.databaseValues.dropFirst(2))
    }
  }
}

extension ArchiveDatabase {
  /// Whether this archive has the whole history of a copy of it. The copy has no log beside it, and nothing
  /// is created there.
  ///
  /// - Throws: `DatabaseError`, `RowDecodingError`; `CancellationError` after ``interrupt()``.
  func holdsHistory(ofCopyAt path: String) throws -> Bool {
    let copy = try Self.immutableQueue(path)
    defer { try? copy.close() }
    return try read { archive in
      try copy.read { try CopiedHistory(archive: archive, copy: $0).isInArchive() }
    }
  }
}
