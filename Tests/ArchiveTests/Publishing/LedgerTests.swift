import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// The chain of all that was read.
struct LedgerTests {
  private static let (ann, bob) = (Moderator.made(1, "Ann"), Moderator.made(2, "Bob"))

  @Test func eachThingThatWasReadIsAnEntry() throws {
    try withArchive { maker in
      let lists = try #require(try maker.archive.head()).entry
      try maker.publish([Self.ann, Self.bob], at: day(1))
      try maker.publish([Self.ann], at: day(2))
      try maker.elect([1], at: day(3))
      _ = try maker.archive.prune(before: day(2), at: day(4))
      #expect(try maker.archive.head()?.entry == lists + 4)
      #expect(
        try maker.file.count(
          "SELECT count(*) FROM entry WHERE kind IN ('walk', 'elected', 'prune')")
          == 4)
      // An entry without a change of the roster has no digest of its own.
      try maker.publish([Self.ann], at: day(5))
      #expect(
        try maker.file.count("SELECT count(*) FROM entry WHERE kind = 'walk' AND roster IS NULL")
          == 1)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// A list may be older than the roster, or newer.
  @Test func whoWasElectedAndIsOnNoRosterIsNoFinding() throws {
    try withArchive { maker in
      try maker.publish([Self.ann], at: day(1))
      try maker.elect([1, 7], at: day(2))
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// What an archive is read from, and which one it is, stands in the chain.
  @Test(arguments: [
    "UPDATE network SET api = 'other.example'", "UPDATE network SET api = NULL",
    "UPDATE network SET api = 'api.example'",
    "INSERT INTO network (name, api) VALUES ('other', 'api.example')",
    "UPDATE archive SET uuid = '00000000-0000-0000-0000-000000000000'",
  ]) func anEditOfTheAPIOrOfTheIdentityIsFound(edit: String) throws {
    try withArchive { maker in
      let before = try #require(try maker.archive.head()).entry
      try maker.archive.bindAPI("api.example", network: testNetwork, at: day(1))
      try maker.archive.bindAPI("new.example", network: testNetwork, at: day(2))
      #expect(try maker.archive.head()?.entry == before + 2)
      #expect(try maker.archive.verify(by: testRules).findings == [])
      try maker.damage(edit)
      let found = try maker.file.verification().findings
      #expect(found.map(\.rule) == [edit.contains("uuid") ? .rows : .ledger])
    }
  }

  /// Whoever keeps a head finds its place in the archive that goes on, and in none that was set back or made again.
  @Test func aHeadIsFoundInWhatGoesOnFromIt() throws {
    try Self.withAnotherHistory { writer in
      try writer.publish([Self.bob], at: day(2))
      let kept = try #require(try writer.archive.head())
      try writer.publish([Self.ann, Self.bob], at: day(3))
      #expect(try writer.archive.place(ofHead: kept.head) == kept)
      #expect(try writer.archive.place(ofHead: String(kept.head.prefix(16)).uppercased()) == kept)
      return kept.head
    } _: { writer, kept in
      try writer.publish([Self.ann, Self.bob], at: day(2))
      #expect(try writer.archive.place(ofHead: kept) == nil)
      #expect(try writer.archive.verify(by: testRules).findings == [])
    }
  }

  /// A cursor that was taken before would skip what was read since.
  @Test func aCursorOfAnotherHistoryIsRefused() throws {
    try Self.withAnotherHistory { writer in
      try writer.publish([Self.ann, Self.bob], at: day(2))
      return try #require(try writer.archive.changes().cursors.last)
    } _: { writer, cursor in
      try writer.publish([Self.bob], at: day(2))
      let error = #expect(throws: ArchiveError.self) {
        try writer.archive.changes(ChangeFilter(after: cursor))
      }
      #expect(error?.code == .badCursor)
      #expect(error?.description.contains("is of another history") == true)
    }
  }

  /// Writes to an archive with one roster, sets it back to what it was before, and writes to that.
  private static func withAnotherHistory(
    _ write: (ArchiveMaker) throws -> String, _ writeAgain: (ArchiveMaker, String) throws -> Void
  ) throws {
    try withArchive { maker in
      try maker.publish([ann], at: day(1))
      try maker.archive.close()
      let older = try Data(contentsOf: URL(filePath: maker.path))
      let writer = try maker.reopened()
      let kept = try write(writer)
      try writer.archive.close()
      try older.write(to: URL(filePath: maker.path))
      try writeAgain(maker.reopened(), kept)
    }
  }

  /// What an entry read stays as it was, also where the log tells it otherwise later.
  @Test func aLogThatIsReadAgainAddsOnlyWhatDiffers() throws {
    try withArchive { maker in
      let log = LogRef("rights", of: "math", in: testNetwork)
      _ = try maker.archive.beginLogs([log])
      var state = LogState(roles: [.admin])
      (state.newestAt, state.oldestAt) = (day(2), day(1))
      (state.readUntil, state.isWhole) = (day(3), true)
      for names in [["Ann", "Bob"], ["Ann", "Bob"], ["Ann", "Eve"]] {
        let rows = names.enumerated().map { place, name in
          LogEntry(
            id: place + 1, time: day(place + 1),
            .rights(RightsChange(name: name, before: [], after: [.init(.admin)])))
        }
        try maker.archive.record(rows, of: log, reaching: state)
      }
      try maker.archive.recordLoggedTenures(in: testNetwork)
      #expect(
        try maker.file.rows("SELECT entry, id, name FROM log_entry ORDER BY entry, id")
          == [["2", "1", "Ann"], ["2", "2", "Bob"], ["4", "2", "Eve"]])
      #expect(Set(try maker.rows(.tenures).map { $0["display_name"] }) == ["Ann", "Eve"])
      #expect(try maker.archive.verify(by: testRules).findings == [])
      try maker.damage("UPDATE log_entry SET name = 'Tom' WHERE name = 'Bob'")
      #expect(try maker.file.verification().findings.map(\.rule).contains(.logs))
    }
  }

  /// An archive whose log is gone would tell nothing of those who held a role before.
  @Test(arguments: [
    "DELETE FROM log_entry WHERE log = 1; DELETE FROM history_log WHERE id = 1",
    "DELETE FROM log_entry; DELETE FROM history_log",
  ])
  func aLogThatIsGoneIsNamed(edit: String) throws {
    try withMemoryFolder { folder in
      let file = ArchiveFile(try RichArchive.make(in: folder))
      #expect(try file.verification().findings == [])
      try file.execute("DELETE FROM logged_tenure; \(edit)")
      let told = try file.verification().findings.map(\.description)
      #expect(
        told.contains { $0.hasSuffix("read of a log is not as it was.") }, "\(told)")
    }
  }

  /// Otherwise what concerns one site takes as long as all entries of all sites.
  @Test(arguments: ["reading", "finished_walk", "elected_list", "site_list"])
  func aViewOfEntriesIsLookedUpOnTheRightOfAJoin(view: String) throws {
    try withArchive { maker in
      var steps: [String] = []
      let sql = """
        EXPLAIN QUERY PLAN SELECT * FROM site s LEFT JOIN \(view) v ON v.id = s.published_walk WHERE s.id = 1
        """
      try maker.archive.query(sql, columns: { _ in }) { steps += $0.map(\.description) }
      #expect(steps.contains { $0.contains("SEARCH e USING INTEGER PRIMARY KEY") }, "\(steps)")
      #expect(!steps.contains { $0.contains("MATERIALIZE") || $0.contains("SCAN") }, "\(steps)")
    }
  }

  /// Texts that differ in their Unicode normalisation are equal in Swift; their bytes are not.
  @Test func anotherNormalisationOfAChangeIsFound() throws {
    try withArchive { maker in
      try maker.publish([.made(1, "J\u{F6}rg")], at: day(1))
      try maker.publish([.made(1, "J\u{FC}rgen")], at: day(2))
      #expect(try maker.archive.verify(by: testRules).findings == [])
      try maker.damage("UPDATE change SET detail = replace(detail, char(246), 'o' || char(776))")
      let findings = try maker.file.verification().findings
      #expect(findings.map(\.rule) == [.changes], "\(findings)")
    }
  }

  /// SQLite looks for each entry in all tables whose rows may be inserted before it: without an index, in all their rows.
  @Test func nothingThatGrowsWithPeopleIsSearchedForEachEntry() throws {
    try withArchive { test in
      let indexed = try test.file.rows(
        """
        SELECT t.name || '.' || c.name FROM pragma_table_list t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
        WHERE c.seqno = 0
        """)
      let deferred = try test.file.rows(
        "SELECT name, sql FROM sqlite_schema WHERE sql LIKE '%REFERENCES entry(id) DEFERRABLE%'"
      ).flatMap { row in
        (row[1] ?? "").split(separator: "\n").filter {
          $0.contains("REFERENCES entry(id) DEFERRABLE")
        }
        .compactMap { line in line.split(separator: " ").first.map { [(row[0] ?? "") + "." + $0] } }
      }
      let unindexed = Set(deferred).subtracting(indexed).compactMap { $0[0] }.sorted()
      #expect(
        unindexed == [
          "correction.clock", "former_site.until", "site.published_walk", "site.since",
          "site.until",
        ])
      #expect(deferred.contains(["page.entry"]))
    }
  }
}
