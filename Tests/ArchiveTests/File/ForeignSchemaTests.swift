import Archive
import ArchiveKit
import Roster
import TestKit
import Testing

/// Files that look like an archive, and whose tables, views or triggers are somebody else's.
struct ForeignSchemaTests {
  struct Change: CustomTestStringConvertible, Sendable {
    var sql: String
    /// What is found.
    var words: String
    var isDerived = false
    /// Whether readers are not harmed.
    var isExtra = false

    var testDescription: String { words }

    init(_ sql: String, _ words: String, isDerived: Bool = false, isExtra: Bool = false) {
      (self.sql, self.words, self.isDerived, self.isExtra) = (sql, words, isDerived, isExtra)
    }
  }

  private static func changing(_ name: String, _ one: String, to other: String) -> String {
    """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '\(one)', '\(other)') WHERE name = '\(name)'
    """
  }

  private static let changes = [
    Change(
      """
      DROP VIEW sites; CREATE VIEW sites AS WITH RECURSIVE n(i) AS (
        SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS network FROM n
      """, "The view sites differs from the one that the program creates.", isDerived: true),
    Change("DROP VIEW people", "The view people is missing.", isDerived: true),
    Change(
      """
      DROP TABLE tenure;
      CREATE VIEW tenure AS SELECT id AS member, 1 AS since, NULL AS until, NULL AS absent FROM member
      """, "In the place of the table tenure stands a view."),
    Change(
      "DROP VIEW sites; CREATE TABLE sites (network TEXT)",
      "In the place of the view sites stands a table."),
    Change(
      "DROP TABLE name; CREATE TABLE name (member, since, display_name)",
      "The table name differs from the one that the program creates."),
    Change(
      changing("site", "parameter TEXT NOT NULL", to: "parameter TEXT NOT NULL COLLATE NOCASE"),
      "The table site differs from the one that the program creates."),
    Change(
      changing("member", ") STRICT", to: ")"),
      "The table member differs from the one that the program creates."),
    Change(
      "ALTER TABLE site ADD COLUMN twice INTEGER AS (in_scope * 2)",
      "The table site differs from the one that the program creates."),
    Change(
      "CREATE TRIGGER louder AFTER INSERT ON change BEGIN UPDATE site SET name = upper(name); END",
      "The trigger louder was not created by the program."),
    Change(
      "CREATE UNIQUE INDEX once ON member(id, gold)",
      "The unique index once was not created by the program."),
    Change("DROP INDEX name_account", "The index name_account is missing.", isDerived: true),
    Change(
      "DROP INDEX name_account; CREATE INDEX name_account ON member(gold)",
      "The index name_account differs from the one that the program creates.", isDerived: true),
    Change(
      "DROP TABLE search_text; CREATE TABLE search_text (name, former, site)",
      "The index search_text differs from the one that the program creates.", isDerived: true),
    // In nobody's way.
    Change(
      "CREATE TABLE notes (text)", "The table notes was not created by the program.",
      isExtra: true),
    Change(
      "CREATE VIEW mine AS SELECT 1", "The view mine was not created by the program.",
      isExtra: true),
    Change(
      "CREATE INDEX golden ON member(gold); ANALYZE",
      "The index golden was not created by the program.", isExtra: true),
  ]

  @Test(arguments: changes)
  func aFileWithAnotherSchemaIsNotReadAndVerifyNamesIt(change: Change) throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.publish([.made(2)], at: day(2))
      try test.damage(change.sql)
      let found = try test.file.verification()
      #expect(found.findings.map(\.description).contains(change.words), "\(found.findings)")
      if change.isExtra {
        #expect(found.findings.count == 1 && !found.concernsOnlyDerived)
        try ArchiveDatabase.open(at: test.path, for: .writing).close()
        try ArchiveDatabase.open(at: test.path, for: .reading).close()
        return
      }
      let bytes = test.file.bytes
      for access in [ArchiveDatabase.Access.reading, .writing] {
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: test.path, for: access)
        }
        #expect(error?.code == .foreignSchema)
        #expect(error?.description.contains(change.words) == true, "\(error?.description ?? "")")
        #expect(error?.remedy == (change.isDerived ? .rebuildIndex : .verifyAndRestore))
      }
      #expect(throws: ArchiveError.self) {
        try ArchiveDatabase.open(at: test.path, for: .reading, busyTimeout: 0)
      }
      #expect(test.file.bytes == bytes)
      guard change.isDerived else { return }
      let archive = try ArchiveDatabase.open(at: test.path, for: .writing, toVerify: true)
      #expect(try archive.rebuild(by: testRules).after?.findings == [])
      try archive.close()
      try ArchiveDatabase.open(at: test.path, for: .reading).close()
    }
  }

  @Test func aValueOfMoreThan64MegabytesIsNotRead() throws {
    try withArchive { test in
      try test.publish([.made(1, about: "short")], at: day(1))
      try test.damage("UPDATE member SET about_text = printf('%.*c', 70000000, 'x')")
      let archive = try ArchiveDatabase.open(at: test.path, for: .reading)
      defer { try? archive.close() }
      let error = #expect(throws: ArchiveError.self) {
        try archive.query("SELECT about_text FROM moderators", columns: { _ in }, row: { _ in })
      }
      #expect(error?.code == .badQuery)
    }
  }
}
