import Archive
import Foundation
import GRDB
import Synchronization
import TestKit

/// A sound archive that is edited outside the program, one edit at a time.
final class EditedArchive: Sendable {
  private let bytes: Data
  private let folder: String
  let tables: [EditedTable]

  /// - Parameters:
  ///   - path: A closed archive without a write-ahead log.
  ///   - folder: The folder for copies of it.
  init(_ path: String, in folder: String) throws {
    bytes = try Data(contentsOf: URL(filePath: path))
    self.folder = folder
    tables = try DatabaseQueue(path: path).read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
          ORDER BY name
          """
      ).compactMap { try EditedTable($0, database) }
    }
  }

  /// The result of an edit.
  enum Effect: Hashable, Sendable {
    /// A rule of the tables forbids it.
    case refused
    case noticed
    case unnoticed
  }

  /// Whether an unedited archive has no findings.
  var isSound: Bool {
    get throws {
      let copy = try copy()
      defer { remove(copy) }
      return try isNoticed(copy) == false
    }
  }

  private func copy() throws -> String {
    let path = "\(folder)/\(UUID().uuidString).sqlite"
    try bytes.write(to: URL(filePath: path))
    return path
  }

  private func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-lock"] {
      // Most of them were never created.
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  private func isNoticed(_ path: String) throws -> Bool {
    do {
      let archive = try ArchiveDatabase.open(at: path, for: .reading)
      defer { try? archive.close() }
      return try !archive.verify(by: testRules).findings.isEmpty
    } catch is ArchiveError {
      return true
    }
  }

  /// Makes the edit in a copy and verifies the copy.
  ///
  /// - Parameter keepingReferences: Whether SQLite enforces foreign keys, which it does only on
  ///   request: then rows that refer to a removed row are removed with it.
  func outcome(of edit: Edit, keepingReferences: Bool) throws -> Effect {
    let copy = try copy()
    defer { remove(copy) }
    guard try make(edit, in: copy, keepingReferences: keepingReferences) else { return .refused }
    return try isNoticed(copy) ? .noticed : .unnoticed
  }

  /// Returns false where nothing was edited.
  private func make(_ edit: Edit, in path: String, keepingReferences: Bool) throws -> Bool {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = keepingReferences
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    do {
      return try queue.writeWithoutTransaction { database in
        try database.execute(
          sql: edit.sql, arguments: StatementArguments(edit.arguments))
        return database.changesCount > 0
      }
    } catch is DatabaseError {
      return false
    }
  }
}

/// How many edits of each place were made, and how many of these were noticed.
struct EditTally: Sendable {
  private(set) var made: [Edit.Place: Int] = [:]
  private(set) var unnoticed: [Edit.Place: [String]] = [:]

  mutating func add(_ edit: Edit, _ outcome: EditedArchive.Effect) {
    if outcome == .refused { return }
    made[edit.place, default: 0] += 1
    if outcome == .unnoticed { unnoticed[edit.place, default: []].append(edit.description) }
  }

  mutating func merge(_ other: EditTally) {
    made.merge(other.made, uniquingKeysWith: +)
    unnoticed.merge(other.unnoticed, uniquingKeysWith: +)
  }

  var count: Int { made.values.reduce(0, +) }

  /// The share of edits that were noticed, for each table.
  var table: String {
    Dictionary(grouping: made, by: \.key.table).sorted { $0.key < $1.key }.map { name, places in
      let all = places.map(\.value).reduce(0, +)
      let missed = places.map { unnoticed[$0.key]?.count ?? 0 }.reduce(0, +)
      let share = Double(all - missed) / Double(all) * 100
      return "| \(name) | \(all) | \(String(format: "%.1f", share)) % |"
    }.joined(separator: "\n")
  }
}
