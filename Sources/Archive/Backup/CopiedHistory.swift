import FoundationEssentials
import GRDB

/// The history of an archive, compared with that of a copy of the same archive.
struct CopiedHistory {
  /// The connection to the archive.
  let archive: Database
  /// The connection to the copy.
  let copy: Database

  /// Whether the archive has everything that a backup of it keeps: the end of the copy's ledger is in its own chain, and
  /// the copy has no table that it lacks.
  ///
  /// An archive that was set back to an older copy, and then ran on, soon has as many entries, but others.
  ///
  /// - Throws: `DatabaseError`, `RowDecodingError`.
  func isInArchive() throws -> Bool {
    guard try tables(copy).isSubset(of: tables(archive)) else { return false }
    guard let head = try LedgerPlace.latest(copy) else { return true }
    let chain = try Data.fetchOne(
      archive, sql: "SELECT chain FROM entry WHERE id = ?", arguments: [head.entry])
    return chain == head.chain
  }

  /// The names of tables and views, those of the user included: who wrote notes into a copy loses them with it.
  private func tables(_ database: Database) throws -> Set<String> {
    try String.fetchSet(
      database, sql: "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
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
