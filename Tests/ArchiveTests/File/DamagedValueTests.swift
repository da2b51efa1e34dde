import Archive
import ArchiveKit
import Foundation
import GRDB
import Roster
import TestKit
import Testing

/// Values that no column accepts, as a damaged disk may return them.
struct DamagedValueTests {
  private static let tables = [
    "member", "site", "former_site", "walk", "change", "entry", "name", "former_reputation",
    "tenure", "run",
    "page", "network", "throttle", "correction", "source", "elected",
  ]

  @Test(arguments: tables)
  func noReaderEndsTheProgram(table: String) throws {
    try withArchive { test in
      try test.publish([.made(1, "Ann"), .made(2, "Bob", location: "Rome"), .made(3)], at: day(1))
      try test.publish([.made(1, "Anne", reputation: 7), .made(3)], at: day(2))
      try test.publish([.made(1, "Anne"), .made(2, "Bob", location: "Oslo")], at: day(3))
      try test.elect([1], at: day(4))
      try test.archive.saveThrottleState("{}", for: "host")
      try test.archive.close()
      let sound = try Data(contentsOf: URL(filePath: test.path))
      for value in ["x'FF00'", "NULL", "-9223372036854775808", "9223372036854775807"] {
        for column in try columns(of: table, at: test.path) {
          try sound.write(to: URL(filePath: test.path))
          try spoil(table, column, value, at: test.path)
          try expectAnswers(at: test.path)
        }
      }
    }
  }

  private func columns(of table: String, at path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read {
      try String.fetchAll($0, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    }
  }

  /// Removes all constraints of the table, and writes the value.
  private func spoil(_ table: String, _ column: String, _ value: String, at path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: """
            PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = replace(replace(replace(replace(replace(sql,
              ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')'), 'NOT NULL', ''), 'INTEGER', 'ANY'),
              'TEXT', 'ANY')
            WHERE type = 'table' AND name = '\(table)' AND sql NOT LIKE '%PRIMARY KEY AUTO%'
              AND sql NOT LIKE '%id INTEGER PRIMARY KEY%';
            UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT', ')'), 'NOT NULL', '')
            WHERE type = 'table' AND name = '\(table)'
          """)
    }
    try queue.close()
    let again = try DatabaseQueue(path: path)
    try again.writeWithoutTransaction { database in
      try database.execute(
        sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      // Keys and unique columns accept the value in one row only, or not at all.
      try? database.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
    }
    try again.close()
  }

  private func expectAnswers(at path: String) throws {
    let network = testNetwork
    let readings: [(ArchiveDatabase) throws -> Void] = [
      { _ = try $0.roster(of: "math") },
      { _ = try $0.roster(of: "math", sort: .name) },
      { _ = try $0.certain(of: "math", on: day(1)) },
      { _ = try $0.roster(of: "math", former: true) },
      { _ = try $0.person(account: 1001, network: testNetwork) },
      { _ = try $0.person(site: "math", userID: 2) },
      { try $0.forEachModerator(of: "math") { _ in } },
      { _ = try $0.people() },
      { _ = try $0.search(SearchQuery("ann", former: true)) },
      { _ = try $0.search(SearchQuery("obb", former: true)) },
      { _ = try $0.search(SearchQuery("rome math")) }, { _ = try $0.changes() },
      { _ = try $0.knownSites(of: network) }, { _ = try $0.status() },
      { _ = try $0.verify(by: testRules) }, { _ = try $0.pruning(before: day(9)) },
      { archive in for view in View.allCases { _ = try archive.listing(view) } },
    ]
    // A file without constraints is refused otherwise.
    let archive = try ArchiveDatabase.open(at: path, for: .reading, toVerify: true)
    defer { try? archive.close() }
    for reading in readings {
      do {
        try reading(archive)
      } catch let error as ArchiveError {
        #expect([.damaged, .unknown, .failed].contains(error.code), "\(error)")
      }
    }
  }
}
