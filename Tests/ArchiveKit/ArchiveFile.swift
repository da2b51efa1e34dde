package import Archive
package import Foundation
package import GRDB
package import Roster
import TestKit

/// An archive, opened as any SQLite tool opens it.
package struct ArchiveFile: Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Reads the file without changing it.
  package func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read(body)
  }

  /// Runs statements without the program's checks: values that no archive contains are accepted.
  /// Creates the file where it is missing.
  package func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      try database.execute(sql: sql)
    }
  }

  /// The rows as text; `nil` for NULL.
  package func rows(_ sql: String) throws -> [[String?]] {
    try read { database in
      try GRDB.Row.fetchAll(database, sql: sql).map { row in
        row.databaseValues.map {
          String.fromDatabaseValue($0) ?? Int.fromDatabaseValue($0).map { "\($0)" }
        }
      }
    }
  }

  /// All rows of all ordinary tables, by table.
  package func content() throws -> [String: [[String?]]] {
    let tables = try rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    ).compactMap { $0[0] }
    return try Dictionary(
      uniqueKeysWithValues: tables.map { ($0, try rows("SELECT * FROM \($0)")) })
  }

  /// The first value, a number; 0 where there is none.
  package func count(_ sql: String) throws -> Int {
    try read { try Int.fetchOne($0, sql: sql) } ?? 0
  }

  /// Opens the archive as a reader and verifies it.
  ///
  /// - Parameter rules: Those of its networks.
  package func verification(
    by rules: [NetworkID: ProofRules] = testRules
  ) throws -> Verification {
    let archive = try ArchiveDatabase.open(at: path, for: .reading, toVerify: true)
    defer { try? archive.close() }
    return try archive.verify(by: rules)
  }

  /// The existing files of the archive, the write-ahead log included.
  package var bytes: Data {
    ["", "-wal", "-journal"].compactMap { FileManager.default.contents(atPath: path + $0) }
      .reduce(Data(), +)
  }
}
