import GRDB
import Roster

extension ArchiveDatabase {
  /// Writes a file of SQLite for readers, with a table for each view but the evidence, and puts it into its
  /// place at the end, in one step.
  ///
  /// The file has no log and is never written again, so it can be read where nothing can be written. The same
  /// rows give the same bytes.
  ///
  /// - Parameters:
  ///   - place: The file, which may be missing, empty, or an older one of its kind.
  ///   - progress: Called with the name of each table before it is written.
  /// - Returns: The size of the file in bytes.
  /// - Throws: `unwritable`; `inUse` where another process writes to that place; `CancellationError`; and
  ///   what `progress` throws.
  package func writeSnapshot(
    to place: String, progress: (String) throws -> Void = { _ in }
  ) throws -> Int {
    let target = try CopyTarget(place, of: path) { target throws(ArchiveError) in
      try SnapshotTable.checkExisting(target)
    }
    return try target.make { file in
      do {
        try fill(file, progress)
      } catch let failure as SnapshotFailure {
        throw ArchiveError(copying: failure.error, from: path, to: target.path)
      }
    } mayPut: { _ in
      try checkInterruption()
      return true
    }
  }

  private func fill(_ file: String, _ progress: (String) throws -> Void) throws {
    let queue = try CopyTarget.unfinishedQueue(file)
    for view in View.ofSnapshots {
      try progress(view.name)
      try queue.inDatabase { database in
        try database.inTransaction {
          try write(SnapshotTable(view: view), database)
          return .commit
        }
      }
    }
    try queue.inDatabase { database in
      // Without this, the file would have the pages that the making of its indexes left.
      try database.execute(
        sql: """
          PRAGMA application_id = \(SnapshotTable.applicationID);
          PRAGMA user_version = \(Schema.version);
          ANALYZE;
          VACUUM
          """)
    }
    try queue.close()
  }

  private func write(_ table: SnapshotTable, _ database: Database) throws {
    try database.execute(sql: table.creation)
    let statement = try database.makeStatement(sql: table.insertion)
    try forEachExportedRow(of: table.view) { row in
      do {
        statement.setUncheckedArguments(StatementArguments(row.map(\.databaseValue)))
        try statement.execute()
      } catch let error as DatabaseError {
        throw SnapshotFailure(error: error)
      }
    }
    try database.execute(each: table.completion)
  }
}

/// An error of the file that is written, and not of the archive whose rows are read meanwhile.
struct SnapshotFailure: Error {
  let error: DatabaseError
}

extension Cell {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }
}
