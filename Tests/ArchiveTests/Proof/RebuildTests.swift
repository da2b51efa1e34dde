import Archive
import ArchiveKit
import Foundation
import GRDB
import Roster
import TestKit
import Testing

/// Archives of which something derived is damaged, or something proven, or both.
struct RebuildTests {
  static let derived =
    [
      "DELETE FROM search_document",
      "DROP VIEW people; CREATE VIEW people AS SELECT 1 AS one",
      "DELETE FROM search_text_data", "UPDATE search_text_data SET block = x'0011ff'",
      "DELETE FROM search_text_idx", "DELETE FROM search_text_config",
      "UPDATE search_text_config SET v = 99",
      "INSERT INTO search_text (search_text) VALUES ('delete-all')",
      "DELETE FROM search_text_data WHERE id = 1",
      "UPDATE search_text_data SET block = x'01' WHERE id = 1",
      "DROP TABLE search_text", "DROP TABLE search_text_data", "DROP TABLE search_text_idx",
      "DROP TABLE search_text_config",
      "DROP TABLE search_text; CREATE TABLE search_text (word)",
      "DROP TABLE search_text; CREATE VIEW search_text AS SELECT 1 AS word",
      "DROP INDEX entry_kind", "DROP INDEX name_account",
      "DROP INDEX change_entry; CREATE INDEX change_entry ON change(id)",
    ]

  @Test(arguments: derived)
  func whatIsDerivedIsRebuilt(damage: String) throws {
    try withRoster { test in
      let before = try test.file.provenContent()
      try test.damage(damage)
      let rebuild = try rebuild(test)
      #expect(
        rebuild.before.findings.isEmpty || rebuild.before.concernsOnlyDerived,
        "\(rebuild.before.findings)")
      #expect(rebuild.after?.findings == [])
      #expect(rebuild.after?.moderators == 2)
      try expectSound(test)
      #expect(try test.file.provenContent() == before)
    }
  }

  /// Of a site without logs and claims nothing follows, so that nobody else looks at its rows.
  @Test(arguments: [
    "INSERT INTO logged_name (site, member, user_id, name, until) SELECT site, id, user_id, 'Ghost', 5 FROM member LIMIT 1",
    "INSERT INTO logged_name (site, holder, name, until) VALUES (1, 'x', 'Ghost', 5)",
  ])
  func namesThatNothingTellsAreFoundAndRemoved(damage: String) throws {
    try withRoster { test in
      try test.damage(damage)
      let rebuild = try rebuild(test)
      #expect(rebuild.before.findings.contains { $0.rule == .logs }, "\(rebuild.before.findings)")
      #expect(rebuild.before.concernsOnlyDerived)
      #expect(rebuild.after?.findings == [])
      #expect(try test.file.rows("SELECT * FROM logged_name") == [])
    }
  }

  /// What changed of members is made again from the versions, under the same numbers.
  @Test(arguments: [
    "DELETE FROM change WHERE user_id IS NOT NULL", "DELETE FROM change WHERE id = 2",
    "UPDATE change SET display_name = 'x', detail = 'y' WHERE kind = 'renamed'",
    "UPDATE change SET after = 1, kind = 'joined' WHERE kind = 'returned'",
    "UPDATE change SET id = 99 WHERE id = 1",
    "INSERT INTO change (site, user_id, role, display_name, kind, after, entry) VALUES (1, 1, 'moderator', 'x', 'left', 1, 2)",
  ])
  func changesAreRebuilt(damage: String) throws {
    try withArchive { test in
      let bob = Moderator.made(2, "Bob")
      try test.publish([.made(1, "Ann"), bob], at: day(1))
      try test.elect([], at: day(1, 50))
      try test.publish([.made(1, "Anna")], at: day(2))
      var renamed = Site.math
      renamed.name = "Maths"
      _ = try test.archive.recordSites([renamed], network: testNetwork, at: day(3))
      try test.publish([.made(1, "Anna"), bob, .made(3)], at: day(4))
      try test.elect([1], at: day(4, 50))
      try test.archive.close()
      let before = try test.file.provenContent()
      try test.damage(damage)
      let rebuild = try rebuild(test)
      #expect(rebuild.before.concernsOnlyDerived, "\(rebuild.before.findings)")
      #expect(rebuild.after?.findings == [])
      #expect(try test.file.provenContent() == before)
    }
  }

  /// SQLite's own check of the file fails, in one index.
  @Test func anIndexThatDiffersFromItsTableIsRebuilt() throws {
    try withRoster { test in
      try test.archive.close()
      try hideIndex("entry_kind", of: test) {
        try test.file.execute("UPDATE entry SET kind = 'sites' WHERE kind = 'clock'")
      }
      let rebuild = try rebuild(test)
      #expect(rebuild.before.findings.map(\.rule).contains(.integrity))
      #expect(rebuild.before.concernsOnlyDerived, "\(rebuild.before.findings)")
      #expect(rebuild.after?.findings == [])
      try expectSound(test)
    }
  }

  @Test(arguments: [
    "UPDATE name SET display_name = 'Somebody else'",
    "UPDATE name SET display_name = 'Somebody else'; DELETE FROM search_document",
    "DELETE FROM tenure WHERE member = 2; DELETE FROM search_text_data",
    "DROP VIEW runs; CREATE TABLE runs (mine)",
    "DROP TABLE throttle", "ALTER TABLE run RENAME COLUMN reason TO why",
    "CREATE TRIGGER mine AFTER INSERT ON member BEGIN SELECT 1; END",
  ])
  func whereATableIsDamagedNothingIsChanged(damage: String) throws {
    try withRoster { test in
      try test.damage(damage)
      let before = try test.file.content()
      let rebuild = try rebuild(test)
      #expect(!rebuild.before.findings.isEmpty)
      #expect(!rebuild.before.concernsOnlyDerived)
      #expect(rebuild.after == nil)
      #expect(try test.file.content() == before)
      #expect(try test.file.verification().findings == rebuild.before.findings)
    }
  }

  /// An index that remembers a row which its table has lost: its entry goes with the rebuild, so the
  /// proof has to notice the loss by itself.
  @Test func anIndexIsNotMadeToAgreeWithATableThatLostRows() throws {
    try withRoster { test in
      try test.archive.close()
      try hideIndex("name_account", of: test, changing: "") {
        try test.file.execute("DELETE FROM name WHERE member = 1")
      }
      let before = try test.file.content()
      let rebuild = try rebuild(test)
      #expect(rebuild.before.concernsOnlyDerived, "\(rebuild.before.findings)")
      #expect(rebuild.after == nil)
      #expect(try test.file.content() == before)
    }
  }

  @Test func theTablesOfASoundArchiveAreLeftAsTheyAre() throws {
    try withRoster { test in
      try test.archive.close()
      let before = try test.file.provenContent()
      let rebuild = try rebuild(test)
      #expect(rebuild.before.findings == [])
      #expect(rebuild.after?.findings == [])
      #expect(try test.file.provenContent() == before)
      try expectSound(test)
    }
  }

  /// No search reads how many documents an index states that it has, but SQLite refuses to change an index that
  /// would have less than none.
  @Test func wrongTotalsAreFoundBeforeAChangeFailsOnThem() throws {
    try withRoster { test in
      try test.damage(Self.removingNobody)
      #expect(
        try test.file.verification().findings.map(\.description) == [
          "search_text differs from the texts that it was built from."
        ])
      let renamed = [Moderator.made(1, "New name"), .made(2)]
      var writer = try test.reopened()
      let error = #expect(throws: ArchiveError.self) { try writer.publish(renamed, at: day(3)) }
      #expect(error?.remedy == .rebuildIndex)
      try writer.archive.close()
      #expect(try rebuild(test).after?.findings == [])
      writer = try test.reopened()
      try writer.publish(renamed, at: day(3))
      #expect(try test.file.verification().findings == [])
    }
  }

  /// What was removed from an index stays in it until a merge, and no reader notices damage of it.
  @Test func whatNoReaderNoticesIsRebuilt() throws {
    try withRoster { test in
      let size = "SELECT sum(length(block)) FROM search_text_data"
      try test.archive.close()
      _ = try rebuild(test)
      let before = try test.file.count(size)
      try test.damage(
        """
        CREATE TEMP TABLE kept AS SELECT block FROM search_text_data WHERE id = 1;
        \(Self.removingNobody);
        UPDATE search_text_data SET block = (SELECT block FROM kept) WHERE id = 1
        """)
      #expect(try test.file.verification().findings == [])
      #expect(try test.file.count(size) > before)
      #expect(try rebuild(test).after?.findings == [])
      #expect(try test.file.count(size) == before)
    }
  }

  /// Removes documents that the index does not have.
  private static let removingNobody = """
    INSERT INTO search_text (search_text, rowid, name)
      VALUES ('delete', 98, 'one two'), ('delete', 99, 'one two')
    """

  private func withRoster(_ body: (ArchiveMaker) throws -> Void) throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.publish([.made(1), .made(2)], at: day(2))
      try body(test)
    }
  }

  private func rebuild(_ test: ArchiveMaker) throws -> Rebuild {
    let archive = try ArchiveDatabase.open(at: test.path, for: .writing, toVerify: true)
    defer { try? archive.close() }
    return try archive.rebuild(by: testRules, now: day(9))
  }

  private func expectSound(_ test: ArchiveMaker) throws {
    let archive = try ArchiveDatabase.open(at: test.path, for: .reading)
    defer { try? archive.close() }
    #expect(try archive.verify(by: testRules).findings == [])
    #expect(try archive.search(SearchQuery("user")).people.count == 2)
    #expect(try archive.search(SearchQuery("usre")).people.isEmpty == false)
  }

  /// Changes rows together with an index, and then without it.
  private func hideIndex(
    _ index: String, of test: ArchiveMaker,
    changing sql: String = "UPDATE entry SET kind = 'clock' WHERE kind = 'sites'",
    _ change: () throws -> Void
  ) throws {
    try test.file.execute(sql)
    try test.file.execute(
      """
      PRAGMA writable_schema = ON;
      CREATE TABLE hidden AS SELECT * FROM sqlite_master WHERE name = '\(index)';
      DELETE FROM sqlite_master WHERE name = '\(index)';
      """)
    try change()
    try test.file.execute(
      """
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_master SELECT * FROM hidden;
      DROP TABLE hidden;
      """)
  }
}

extension ArchiveFile {
  /// ``content()`` without the tables of the search index.
  fileprivate func provenContent() throws -> [String: [[String?]]] {
    try content().filter { !$0.key.hasPrefix("search_") }
  }
}
