import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Damage that leaves the words of the index as they are.
struct IndexDamageTests {
  /// A phrase is found by the positions of its words.
  @Test(arguments: [
    (column: "about", before: "one two three", after: "one three two"),
    (column: "name", before: "seven of nine", after: "nine of seven"),
  ])
  func changedPositionsAreNoticed(
    damage: (column: String, before: String, after: String)
  ) throws {
    try withArchive { test in
      try test.publish([.made(1, "Seven of Nine", about: "one two three")], at: day(1))
      let column = damage.column
      try test.damage(
        """
        CREATE TEMP TABLE document AS
          SELECT rowid AS number FROM search_text WHERE search_text MATCH 'one OR nine';
        INSERT INTO search_text (search_text, rowid, \(column))
          SELECT 'delete', number, '\(damage.before)' FROM document;
        INSERT INTO search_text (rowid, \(column)) SELECT number, '\(damage.after)' FROM document
        """)
      #expect(
        try test.file.verification().findings.map(\.description)
          == ["search_text differs from the texts that it was built from."])
    }
  }

  @Test func anIndexThatSQLiteRefusesIsNoticed() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.damage("UPDATE search_text_config SET v = 5 WHERE k = 'version'")
      let findings = try test.file.verification().findings
      #expect(findings.map(\.rule) == [.searchIndex], "\(findings)")
    }
  }

  @Test func wordsThatTwoMembersExchangeWithTwoOthersAreNoticed() throws {
    try withArchive { test in
      let names = ["anna", "berta", "berta", "anna"]
      try test.publish(
        names.enumerated().map { .made($0.offset + 1, $0.element) }, at: day(1))
      try test.damage(
        """
        CREATE TEMP TABLE document AS
          SELECT rowid AS number, 'anna' AS before, 'berta' AS after
          FROM search_text WHERE search_text MATCH 'anna'
          UNION ALL SELECT rowid, 'berta', 'anna'
          FROM search_text WHERE search_text MATCH 'berta';
        INSERT INTO search_text (search_text, rowid, name) SELECT 'delete', number, before FROM document;
        INSERT INTO search_text (rowid, name) SELECT number, after FROM document
        """)
      #expect(
        try test.file.verification().findings.map(\.description)
          == ["search_text differs from the texts that it was built from."])
    }
  }

  /// A search by a prefix of up to three letters reads an index of its own.
  @Test func anEntryAddedForAPrefixIsNoticed() throws {
    try withArchive { test in
      // Far more prefixes than a sample of them would contain.
      let letters = (0..<2_000).compactMap { UnicodeScalar(0x4E00 + $0) }.map(String.init)
      try test.publish(
        letters.enumerated().map { .made($0.offset + 1, $0.element + "bc") }, at: day(1))
      let document = """
        CREATE TEMP TABLE document AS
          SELECT rowid AS number FROM search_text WHERE search_text MATCH '\(letters[7])bc';
        PRAGMA writable_schema = ON;
        """
      func prefixes(_ before: String, _ after: String) -> String {
        """
        UPDATE sqlite_schema SET sql = replace(sql, 'prefix = ''\(before)''', 'prefix = ''\(after)''')
          WHERE name = 'search_text'
        """
      }
      try test.damage(
        """
        \(document)
        INSERT INTO search_text (rowid, name) SELECT number, '\(letters[1_501])bc' FROM document;
        \(prefixes("1 2 3", ""))
        """)
      try test.file.execute(
        """
        \(document)
        INSERT INTO search_text (search_text, rowid, name)
          SELECT 'delete', number, '\(letters[1_501])bc' FROM document;
        \(prefixes("", "1 2 3"))
        """)
      #expect(
        try test.file.verification().findings.map(\.description)
          == ["search_text differs from the texts that it was built from."])
    }
  }
}
