import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Edits of a history of six daily walks that the constraints of the tables allow.
struct TamperingTests {
  private static let edits = [
    "DELETE FROM entry WHERE id = 4",
    "DELETE FROM entry WHERE id IN (3, 4, 5)",
    "UPDATE entry SET kind = 'attempt' WHERE id = 3",
    "UPDATE entry SET at = at + 3600 WHERE id = 3",
    "UPDATE entry SET began = 1 WHERE id = 7",
    "UPDATE entry SET body = '{\"verdict\":\"unproven\"}' WHERE id = 4",
    "INSERT INTO correction SELECT id, 5, began, began, at - 1 FROM entry WHERE id = 3",
    "DELETE FROM page WHERE entry = 3",
    "UPDATE page SET members = x'02', item_count = 1, total = 1 WHERE entry = 4",
    "UPDATE entry SET at = at - 34560000, began = began - 34560000",
    "UPDATE change SET after = after - 1 WHERE kind = 'left'",
    "UPDATE change SET after = after - 1 WHERE kind = 'renamed'",
    "UPDATE change SET after = after - 1 WHERE kind = 'profile'",
    "UPDATE change SET entry = entry + 1 WHERE kind = 'profile'",
    "UPDATE entry SET at = at + 1",
    """
    UPDATE change SET entry = entry - 1, after = after - 1 WHERE kind = 'renamed';
    UPDATE name SET until = until - 1 WHERE until IS NOT NULL
    """,
    "UPDATE change SET display_name = 'Nobody' WHERE kind = 'left'",
    "UPDATE change SET account_id = 1 WHERE kind = 'joined'",
    "UPDATE tenure SET until = until - 1",
    "UPDATE tenure SET absent = NULL",
    "UPDATE name SET begins = 1 - begins",
    "DELETE FROM elected WHERE member = 1",
    "UPDATE elected SET since = 1 WHERE member = 1",
    "UPDATE entry SET chain = zeroblob(32) WHERE id = 4",
    "DELETE FROM entry WHERE id = (SELECT max(id) FROM entry)",
    "UPDATE entry SET at = 1 WHERE kind = 'elected'",
    "UPDATE site SET published_walk = published_walk - 1",
    "UPDATE site SET until = since + 1",
    "UPDATE site SET url = 'https://elsewhere.example'",
    "UPDATE site SET audience = 'everybody'",
    "UPDATE site SET since = since + 1",
    "INSERT INTO network (name) VALUES ('other'); UPDATE site SET network = 'other'",
    """
    INSERT INTO former_site SELECT id, 1, 2, 'was', name, url, type, state, audience, launch_date, aliases FROM site;
    UPDATE site SET since = 2
    """,
    """
    INSERT INTO change (site, display_name, kind, after, entry)
    SELECT site, 'Mathematics', 'site_closed', after, entry FROM change
    ORDER BY id DESC LIMIT 1
    """,
    """
    DELETE FROM change WHERE id = 5;
    UPDATE sqlite_sequence SET seq = seq - 1 WHERE name = 'change'
    """,
    "DELETE FROM change WHERE id = 5",
    "UPDATE member SET about_text = 'Resigned in disgrace' WHERE user_id = 1",
    "UPDATE former_reputation SET reputation = reputation + 1",
    "DELETE FROM former_reputation",
    "DELETE FROM entry WHERE kind = 'prune'",
    "UPDATE name SET display_name = display_name || char(0) || ' the Great' WHERE member = 1",
    "UPDATE change SET display_name = display_name || char(0) WHERE kind = 'left'",
    "UPDATE name SET display_name = display_name || char(0, 0x1B) WHERE until IS NOT NULL",
    "UPDATE site SET name = char(0) || name",
    "UPDATE entry SET kind = kind || char(0) || 'short_page' WHERE id = 3",
    "DROP VIEW moderators; CREATE VIEW moderators AS SELECT * FROM former_moderators",
    """
    CREATE TRIGGER helpful AFTER INSERT ON change BEGIN DELETE FROM change WHERE id = new.id; END
    """,
  ]

  private func makeHistory(_ test: ArchiveMaker) throws {
    let ann = Moderator.made(1, "Ann", about: "I am Ann.")
    var tom = Moderator.made(3, "Tom", reputation: 10, location: "Rome")
    try test.publish([ann, .made(2), tom], at: day(0))
    try test.publish([ann, .made(2), tom, .made(4)], at: day(1))
    tom.reputation = 20
    try test.publish([ann, tom, .made(4)], at: day(2))
    tom.displayName = "Thomas"
    try test.publish([ann, tom, .made(4)], at: day(3))
    tom.kind = .staff
    try test.publish([ann, .made(2), tom, .made(4)], at: day(4))
    try test.publish([ann, .made(2), tom], at: day(5))
    try test.elect([1, 2], at: day(5, 50))
    _ = try test.archive.prune(before: day(1), at: day(6))
  }

  @Test(arguments: edits)
  func anEditOfTheFileIsNoticed(edit: String) throws {
    try withArchive { test in
      try makeHistory(test)
      let sound = try test.archive.verify(by: testRules).findings
      #expect(sound == [])
      try test.damage(edit)
      #expect(try !test.file.verification().findings.isEmpty)
    }
  }

  /// A later run writes the row again, and must not take the edit for its own.
  @Test(
    arguments: [
      "UPDATE site SET since = 2 WHERE since = 1",
      "UPDATE entry SET began = began - 1 WHERE kind = 'elected'",
      "DELETE FROM former_reputation WHERE entry = (SELECT max(entry) FROM former_reputation)",
    ])
  func anEditIsStillNoticedAfterTheNextRun(edit: String) throws {
    try withArchive { test in
      _ = try test.archive.recordSites([.math], network: testNetwork, at: day(1))
      try makeHistory(test)
      try test.damage(edit)
      let next = try test.reopened()
      let run = try next.archive.beginRun(at: day(100))
      _ = try next.archive.recordSites([.math], network: testNetwork, at: day(100))
      try next.publish([.made(1, "Ann", reputation: 7)], at: day(100))
      try next.elect([1, 2], at: day(100, 50))
      try next.archive.addToScope(["math"])
      _ = try next.archive.prune(before: day(60), at: day(101))
      for run in [test.run, run] {
        try next.archive.finishRun(
          run, at: day(101), outcome: "complete", requests: 1, retries: 0, quotaRemaining: nil)
      }
      let findings = try next.archive.verify(by: testRules).findings
      #expect(!findings.isEmpty)
      try next.archive.close()
    }
  }

  /// The texts of a site are checked against its pages without the search index.
  @Test func aTextIsNoticedWhereOneSiteIsVerified() throws {
    try withArchive { test in
      try makeHistory(test)
      try test.damage("UPDATE member SET about_text = 'x' WHERE user_id = 1")
      let archive = try ArchiveDatabase.open(at: test.path, for: .reading)
      defer { try? archive.close() }
      let findings = try archive.verify(sites: ["math"], by: testRules).findings
      #expect(findings.contains { $0.site == "math" && $0.rule == .sha256 })
    }
  }

  @Test func aRosterOfTheFutureIsNamed() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(9))
      let verification = try test.archive.verify(by: testRules, now: day(8))
      #expect(verification.findings == [])
      #expect(verification.ahead?.site == "math" && verification.ahead?.publishedAt == day(9))
      #expect(try test.archive.verify(by: testRules, now: day(9, -4)).ahead == nil)
      #expect(try test.archive.verify(by: testRules).ahead == nil)
    }
  }
}
