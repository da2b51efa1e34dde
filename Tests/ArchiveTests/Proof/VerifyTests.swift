import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

struct VerifyTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    var sql: String
    var rules: Set<String>
    var testDescription: String { sql }

    init(_ sql: String, _ rules: String...) {
      self.sql = sql
      self.rules = Set(rules)
    }
  }

  private static let damages = [
    Damage("UPDATE member SET reputation = reputation + 1 WHERE user_id = 1", "sha256"),
    Damage(
      "UPDATE name SET display_name = 'Abel' WHERE member = (SELECT id FROM member WHERE user_id = 1)",
      "sha256",
      "versions", "search_index"),
    Damage("UPDATE member SET about_text = 'x' WHERE user_id = 1", "sha256", "search_index"),
    Damage("UPDATE member SET location = 'x' WHERE user_id = 4", "sha256", "search_index"),
    // SQLite's own check leaves conditions out where the file was opened for reading only.
    Damage("PRAGMA ignore_check_constraints = ON; UPDATE name SET begins = 2", "rows"),
    Damage(
      """
      DELETE FROM tenure WHERE member = 1; DELETE FROM name WHERE member = 1; DELETE FROM elected WHERE member = 1;
      DELETE FROM search_document WHERE member = 1; DELETE FROM member WHERE id = 1
      """, "evidence", "elected", "roster", "count", "versions", "search_index"),
    Damage(
      "UPDATE tenure SET until = 4 WHERE member = (SELECT id FROM member WHERE user_id = 1)",
      "roster", "versions"),
    Damage(
      "UPDATE tenure SET since = since + 1 WHERE member = (SELECT id FROM member WHERE user_id = 1)",
      "versions"),
    Damage(
      "UPDATE tenure SET until = until + 1 WHERE member = (SELECT id FROM member WHERE user_id = 4)",
      "versions"),
    Damage(
      "UPDATE name SET kind = 2 WHERE member = (SELECT id FROM member WHERE user_id = 1)", "sha256",
      "versions"),
    Damage("UPDATE site SET published_walk = published_walk - 1", "walks"),
    Damage("UPDATE entry SET items = 9 WHERE kind = 'walk'", "count", "ledger"),
    Damage("UPDATE page SET item_count = 9", "evidence"),
    Damage("UPDATE page SET total = 9", "total_mismatch"),
    Damage("UPDATE page SET has_more = 1", "has_more_chain"),
    Damage("UPDATE page SET sha256 = zeroblob(32)", "sha256"),
    Damage("DELETE FROM page", "evidence", "roster"),
    Damage("DELETE FROM entry", "foreign_key_check"),
    Damage("DELETE FROM change WHERE kind = 'left'", "changes"),
    Damage("DELETE FROM change WHERE kind = 'renamed'", "changes"),
    Damage("UPDATE change SET detail = 'x' WHERE kind = 'renamed'", "changes"),
    Damage(
      "UPDATE name SET display_name = 'x' WHERE until IS NOT NULL", "versions", "search_index"),
    Damage("UPDATE name SET begins = 0 WHERE until IS NULL", "versions"),
    Damage("DELETE FROM tenure WHERE until IS NOT NULL", "versions"),
    Damage("UPDATE tenure SET absent = NULL", "versions"),
    Damage("UPDATE tenure SET absent = 1 WHERE absent > 1", "versions"),
    Damage("UPDATE entry SET at = at - 1 WHERE id = 3", "ledger"),
    Damage("UPDATE entry SET grade = 'published' WHERE id = 2", "ledger", "evidence"),
    Damage("UPDATE entry SET roster = NULL WHERE id = 3", "ledger", "versions"),
    Damage("INSERT INTO search_text (search_text) VALUES ('delete-all')", "search_index"),
    Damage("INSERT INTO search_text (rowid, name) VALUES (77, 'zzz')", "search_index"),
    Damage("CREATE INDEX other ON member(gold)", "schema"),
    Damage("DROP INDEX name_account", "schema"),
    Damage("DROP TABLE filter", "schema"),
    Damage("DROP TABLE throttle", "schema"),
    Damage("ALTER TABLE run RENAME COLUMN reason TO why", "schema"),
    Damage("CREATE UNIQUE INDEX other ON member(id, gold)", "schema"),
    Damage("UPDATE site SET name = 'Other'", "site_list"),
    Damage("UPDATE member SET website_url = 'x' WHERE user_id = 4", "sha256"),
    Damage("UPDATE member SET link = 'x' WHERE user_id = 4", "sha256"),
    Damage("UPDATE member SET profile_image = 'x' WHERE user_id = 4", "sha256"),
    Damage("UPDATE member SET reputation = 1 WHERE user_id = 4", "sha256"),
    Damage("UPDATE member SET gold = 9 WHERE user_id = 4", "sha256"),
    Damage(
      "UPDATE name SET account_id = 9 WHERE member = (SELECT id FROM member WHERE user_id = 4)",
      "sha256", "versions"),
    Damage("UPDATE member SET left_sha256 = NULL WHERE user_id = 4", "sha256"),
    Damage("UPDATE member SET about_text = 'x' WHERE user_id = 4", "sha256", "search_index"),
    Damage("INSERT INTO elected (member, since) VALUES (2, 6)", "elected", "versions"),
    Damage("DELETE FROM elected WHERE member = 1", "elected", "versions"),
    Damage("UPDATE elected SET since = 5", "elected"),
    Damage("UPDATE page SET total = 7 WHERE entry = 6", "elected"),
    Damage("UPDATE page SET item_count = 7 WHERE entry = 6", "elected"),
    Damage("DELETE FROM page WHERE entry = 6", "elected"),
    Damage("DELETE FROM page WHERE entry = 6; DELETE FROM entry WHERE id = 6", "rows", "elected"),
    // Entries that do not exist.
    Damage("UPDATE tenure SET since = 99 WHERE until IS NULL", "versions"),
    Damage("UPDATE tenure SET until = 99 WHERE until IS NOT NULL", "versions"),
    Damage("UPDATE tenure SET absent = 0 WHERE absent IS NOT NULL", "versions"),
    Damage("UPDATE name SET since = 99 WHERE until IS NULL", "versions"),
    Damage("UPDATE name SET until = 99 WHERE until IS NOT NULL", "versions"),
    Damage("UPDATE elected SET since = 99", "elected"),
    Damage("UPDATE elected SET until = 99", "elected"),
    Damage("INSERT INTO former_reputation (member, entry) VALUES (1, 99)", "reputation"),
    Damage("DELETE FROM change WHERE kind = 'profile'", "journal"),
    Damage(
      "UPDATE change SET id = 0 WHERE user_id IS NOT NULL AND id = (SELECT min(id) FROM change c WHERE c.site = change.site)",
      "journal"),
    Damage("DELETE FROM change WHERE detail LIKE '%moderator%staff%'", "journal"),
    Damage("UPDATE change SET detail = replace(detail, 'staff', 'community')", "changes"),
    Damage("UPDATE change SET detail = NULL WHERE kind = 'profile'", "changes"),
    Damage("UPDATE change SET entry = 4 WHERE kind = 'joined'", "changes"),
    Damage("UPDATE change SET after = 1 WHERE kind = 'returned'", "changes"),
    Damage("UPDATE page SET members = x'00'", "evidence"),
    Damage("DELETE FROM site", "foreign_key_check"),
    Damage(
      "UPDATE tenure SET since = since - 1 WHERE member = (SELECT id FROM member WHERE user_id = 5)",
      "versions"),
  ]

  @Test func aKindThatDoesNotExistIsNoticed() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.damage("PRAGMA ignore_check_constraints = ON; UPDATE name SET kind = 3")
      // SQLite's own check tells it to a writer only.
      let archive = try ArchiveDatabase.open(at: test.path, for: .reading)
      defer { try? archive.close() }
      let findings = try archive.verify(by: testRules).findings
      let told = findings.map(\.description)
      #expect(told.contains("1 row of name with a value that cannot be there."), "\(told)")
    }
  }

  @Test(arguments: damages)
  func damageIsNamed(damage: Damage) throws {
    try withArchive { test in
      try test.publish([.made(1), .made(2), .made(3), .made(4, location: "Rome")], at: day(0))
      try test.publish([.made(1), .made(2), .made(3), .made(4, kind: .staff)], at: day(1))
      try test.publish([.made(1), .made(3, "New Name")], at: day(2))
      try test.publish([.made(1), .made(2), .made(3, "New Name"), .made(5)], at: day(3))
      try test.elect([1, 5], at: day(4))
      #expect(try test.archive.verify(by: testRules).findings == [])
      try test.damage(damage.sql)
      let rules = Set(try test.file.verification().findings.map(\.rule.name))
      #expect(damage.rules.isSubset(of: rules), "found \(rules)")
      #expect(damage.rules.isEmpty == rules.isEmpty)
    }
  }

  /// Any page of the file may be read back wrong from a disk.
  @Test(arguments: 0..<60)
  func flippedBytesNeverCrash(seed: UInt64) throws {
    try withArchive { test in
      try test.publish((1...40).map { .made($0, about: "Text \($0)") }, at: day(1))
      try test.publish((2...40).map { .made($0, about: "Text \($0)") }, at: day(2))
      try test.archive.close()
      var bytes = try Data(contentsOf: URL(filePath: test.path))
      var random = SeededRandom(seed: seed)
      let flips = seed.isMultiple(of: 2) ? (20, 100..<bytes.count) : (1, 0..<100)
      for _ in 0..<flips.0 {
        bytes[Int.random(in: flips.1, using: &random)] ^=
          1 << UInt8.random(in: 0...7, using: &random)
      }
      try bytes.write(to: URL(filePath: test.path))
      do {
        _ = try test.file.verification()
      } catch let error as ArchiveError {
        let codes: [ArchiveError.Code] = [
          .damaged, .failed, .notAnArchive, .otherFormat, .unreadable,
        ]
        #expect(codes.contains(error.code), "\(error)")
      }
    }
  }
}
