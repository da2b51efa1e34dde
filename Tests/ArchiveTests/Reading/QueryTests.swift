import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Queries of users: what they get, and what they may not do.
struct QueryTests {
  private struct Result {
    var columns: [String] = []
    var rows: [Row] = []
  }

  private func run(_ sql: String, _ archive: ArchiveDatabase) throws -> Result {
    var result = Result()
    try archive.query(sql) {
      result.columns = $0
    } row: {
      result.rows.append($0)
    }
    return result
  }

  private func withReader(_ body: (ArchiveDatabase, ArchiveMaker) throws -> Void) throws {
    try withArchive { maker in
      try maker.publish([.made(1), .made(2)], at: day(1))
      let reader = try ArchiveDatabase.open(at: maker.path, for: .reading)
      try body(reader, maker)
      try reader.close()
    }
  }

  @Test func valuesAreWhatSQLiteHas() throws {
    try withReader { archive, _ in
      let values = try run(
        """
        SELECT NULL, '', 'a' || char(0) || 'b', 9223372036854775807, -1, 1.5, 1.0, 0.1 + 0.2, 1e300,
          9e999, -9e999, x'00FF', x'', '☃' -- all kinds
        """, archive)
      #expect(
        values.rows == [
          [
            .null, .text(""), .text("a\0b"), .integer(.max), .integer(-1), .real(1.5), .real(1),
            .real(0.30000000000000004), .real(1e300), .real(.infinity), .real(-.infinity),
            .text("00ff"), .text(""), .text("☃"),
          ]
        ])
      #expect(
        values.rows[0].map(\.description).suffix(9)
          == ["1.5", "1.0", "0.30000000000000004", "1e+300", "9e999", "-9e999", "00ff", "", "☃"])
    }
  }

  @Test(arguments: [
    ("SELECT 1 AS a, 2 AS b", ["a", "b"]),
    ("SELECT 1 AS a, 2 AS a, 3 AS a", ["a", "a_2", "a_3"]),
    ("SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a_2", ["a", "a_3", "a_2", "a_2_2"]),
    ("SELECT 1 AS '', 2 AS ''", ["", "_2"]),
    ("SELECT a.site, b.site FROM sites a JOIN sites b", ["site", "site_2"]),
  ])
  func noTwoColumnsHaveOneName(sql: String, names: [String]) throws {
    try withReader { archive, _ in
      let result = try run(sql, archive)
      #expect(result.columns == names)
    }
  }

  @Test(arguments: [
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3) SELECT i FROM n",
    "VALUES (1), (2), (3);  -- and a comment", "SELECT value FROM json_each('[1,2,3]')",
    "SELECT rowid FROM search_text('us*') UNION ALL SELECT 1", "EXPLAIN SELECT 1",
    "PRAGMA table_info(site)", "PRAGMA user_version", "SELECT * FROM pragma_table_list",
    "PRAGMA table_list", "pragma INDEX_LIST = change", "PRAGMA index_info(change_site)",
    "PRAGMA table_info(search_text)", "PRAGMA foreign_keys", "PRAGMA synchronous",
    "PRAGMA max_page_count", "PRAGMA temp_store", "PRAGMA locking_mode",
    "PRAGMA integrity_check", "SELECT count(*) FROM moderators WHERE display_name LIKE 'u%'",
  ])
  func whateverReadsIsAllowed(sql: String) throws {
    try withReader { archive, _ in
      let result = try run(sql, archive)
      #expect(!result.rows.isEmpty)
    }
  }

  @Test(arguments: [
    "DELETE FROM change", "INSERT INTO run (started_at) VALUES (1)", "UPDATE site SET name = 'x'",
    "REPLACE INTO throttle VALUES ('a', 'b')", "DROP VIEW sites", "CREATE TABLE t (a)",
    "CREATE TEMP TABLE t (a)", "CREATE TEMP VIEW t AS SELECT 1",
    "CREATE VIRTUAL TABLE t USING fts5(a)",
    "ALTER TABLE site ADD COLUMN x", "REINDEX", "ANALYZE", "VACUUM", "VACUUM INTO 'copy.sqlite'",
    "ATTACH ':memory:' AS x", "ATTACH 'other.sqlite' AS x", "DETACH main", "BEGIN", "COMMIT",
    "SAVEPOINT x", "PRAGMA query_only = OFF", "PRAGMA journal_mode = DELETE",
    "PRAGMA user_version = 9", "PRAGMA foreign_keys = OFF", "PRAGMA synchronous(0)",
    "PRAGMA temp_store = MEMORY", "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA writable_schema = ON", "PRAGMA wal_checkpoint", "PRAGMA optimize",
    "PRAGMA incremental_vacuum", "PRAGMA temp_store_directory = '/'", "PRAGMA shrink_memory",
    "PRAGMA no_such_pragma", "SELECT load_extension('x')", "EXPLAIN DELETE FROM change",
    "WITH a AS (SELECT 1) DELETE FROM change",
    "INSERT INTO search_text(search_text) VALUES('optimize')",
    "SELECT * FROM pragma_query_only(0)", "UPDATE sqlite_master SET sql = ''",
    "DELETE FROM sqlite_master", "INSERT INTO sqlite_master VALUES (1, 2, 3, 4, 5)",
  ])
  func whateverDoesMoreIsRefused(sql: String) throws {
    try withReader { archive, maker in
      let before = maker.file.bytes
      let error = #expect(throws: ArchiveError.self) { try run(sql, archive) }
      #expect(error?.code == .badQuery, "\(String(describing: error))")
      #expect(maker.file.bytes == before)
      // The next query finds the same rights.
      let after = try run("PRAGMA query_only", archive)
      #expect(after.rows == [[.integer(1)]])
    }
  }

  @Test(arguments: [
    ("SELECT nme FROM sites", "no such column: nme ('nme', character 8)."),
    ("SELECT 1\nFORM sites x", "near \"sites\": syntax error ('sites', line 2, character 6)."),
    ("SELECT * FROM ☃", "no such table: ☃."),
    ("SELECT 'a", "unrecognized token: \"'a\" (''', character 8)."),
    ("SELECT (1", "incomplete input."),
    ("SELECT ☃ + 'x' FROM sites JOIN ☃ ON é(1)", "no such table: ☃."),
    ("SELECT 'é' || nme", "no such column: nme ('nme', character 15)."),
    ("SELECT json('{')", "malformed JSON."),
    ("SELECT abs(-9223372036854775808)", "integer overflow."),
    ("SELECT zeroblob(9e15)", "string or blob too big."),
  ])
  func whatSQLiteCannotRunIsSaidInItsWords(sql: String, reason: String) throws {
    try withReader { archive, _ in
      let error = #expect(throws: ArchiveError.self) { try run(sql, archive) }
      #expect(error?.code == .badQuery)
      #expect(error?.description == "SQLite cannot run the query: \(reason)")
    }
  }

  @Test(arguments: [
    ("", "is empty"), (" -- nothing\n", "is empty"), (";", "is empty"),
    ("SELECT 1; SELECT 2", "one statement"), ("SELECT 1; nonsense", "one statement"),
    ("SELECT ?", "a parameter"), ("SELECT :name", "a parameter"), ("SELECT 1\0", "NUL"),
  ])
  func oneWholeStatementIsWanted(sql: String, reason: String) throws {
    try withReader { archive, _ in
      let error = #expect(throws: ArchiveError.self) { try run(sql, archive) }
      #expect(error?.code == .badQuery)
      #expect(error?.description.contains(reason) == true)
    }
  }

  /// A query that would never end.
  @Test func anInterruptedQueryEnds() throws {
    try withReader { archive, _ in
      let endless = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i, (SELECT count(*) FROM n WHERE i < 0) FROM n
        """
      let rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
      var count = 0
      #expect(throws: CancellationError.self) {
        try archive.query(rows) { _ in
        } row: { _ in
          count += 1
          if count == 1_000 { archive.interrupt() }
        }
      }
      #expect(count == 1_000)
      #expect(throws: CancellationError.self) { try run(endless, archive) }
    }
  }

  @Test func aQueryThatComputesIsInterrupted() async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder)
      let archive = maker.archive
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          #expect(throws: CancellationError.self) {
            try archive.query(
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
            ) { _ in
              archive.interrupt()
            } row: { _ in
            }
          }
        }
      }
      try archive.close()
    }
  }

  /// The rows are those of one state, and a run can publish meanwhile.
  @Test func aRunMayWriteMeanwhile() throws {
    try withReader { archive, maker in
      var users: [Cell] = []
      try archive.query("SELECT user_id FROM moderators ORDER BY user_id") { _ in
      } row: { row in
        if users.isEmpty { try maker.publish([.made(2), .made(3), .made(4)], at: day(2)) }
        users += row
      }
      #expect(users == [.integer(1), .integer(2)])
      let after = try run("SELECT user_id FROM moderators ORDER BY 1", archive).rows
      #expect(after == [[.integer(2)], [.integer(3)], [.integer(4)]])
    }
  }

  @Test func anErrorOfTheReaderIsItsOwn() throws {
    struct Enough: Error {}
    try withReader { archive, _ in
      #expect(throws: Enough.self) {
        try archive.query("SELECT 1") { _ in
        } row: { _ in
          throw Enough()
        }
      }
      #expect(throws: Enough.self) {
        try archive.query("SELECT 1") { _ in
          throw Enough()
        } row: { _ in
        }
      }
    }
  }
}
