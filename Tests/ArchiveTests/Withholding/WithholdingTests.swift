import Archive
import ArchiveKit
import Foundation
import GRDB
import Roster
import TestKit
import Testing

/// An archive in which one of three moderators is withheld.
struct WithholdingTests {
  private static let roster: [Moderator] = [
    .made(1, "Ann", account: 11), .made(2, "Bob", account: 12, location: "Rome"),
    .made(3, "Eve", account: 13),
  ]

  private func withoutBob(_ body: (ArchiveMaker, WithheldPeople) throws -> Void) throws {
    try withArchive { test in
      try test.publish(Self.roster, at: day(1))
      try test.elect([2], at: day(1, 50))
      var renamed = Self.roster
      renamed[1].displayName = "Robert"
      try test.publish(renamed, at: day(2))
      let bob = try #require(try test.archive.person(account: 12, network: testNetwork))
      _ = try test.archive.withhold(bob, at: day(2, 60))
      try body(test, #require(try test.archive.withheldPeople()))
    }
  }

  @Test func whoIsWithheldIsCountedAndNotShown() throws {
    try withoutBob { test, _ throws in
      #expect(try test.archive.moderators(of: "math").map(\.displayName) == ["Ann", "Eve"])
      #expect(try test.rows(.sites).first?["moderators"] == "3")
      #expect(try test.archive.withheldCount(of: "math") == 1)
      #expect(try test.archive.withheldCount() == 1)
      #expect(try test.archive.person(account: 12, network: testNetwork) == nil)
      #expect(try test.archive.search(SearchQuery("bob", former: true)).total == 0)
      #expect(try test.rows(.changes) == [])
    }
  }

  @Test(arguments: [
    "DELETE FROM withheld", "UPDATE withheld SET tag = randomblob(32)",
    "INSERT INTO withheld VALUES (randomblob(32))",
  ])
  func otherTagsAreNoticed(edit: String) throws {
    try withoutBob { test, _ throws in
      try test.damage(edit)
      #expect(try test.file.verification().findings.map(\.rule) == [.withheld])
    }
  }

  @Test func whoIsStillListedChangesNothing() throws {
    try withoutBob { test, people throws in
      for night in 3..<33 {
        let roster = try people.replacing(Self.roster, on: "math")
        #expect(try test.publish(roster, at: day(night)).changes == [])
      }
      #expect(try test.archive.verify(by: testRules).findings == [])
      #expect(try test.rows(.sites).first?["moderators"] == "3")
    }
  }

  @Test func whoLeavesAndComesBackIsToldNowhere() throws {
    try withoutBob { test, people throws in
      let roster = try people.replacing(Self.roster, on: "math")
      #expect(try test.publish([roster[0], roster[2]], at: day(3)).changes == [])
      #expect(try test.archive.withheldCount(of: "math") == 0)
      #expect(try test.archive.withheldCount(of: "math", former: true) == 1)
      #expect(try test.publish(roster, at: day(4)).changes == [])
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  /// An account is recognised on a site where it was not before.
  @Test func whoIsWithheldIsRecognisedElsewhere() throws {
    try withArchive(sites: [.math, .cooking]) { test in
      try test.publish(Self.roster, at: day(1))
      let bob = try #require(try test.archive.person(account: 12, network: testNetwork))
      _ = try test.archive.withhold(bob, at: day(2))
      let people = try #require(try test.archive.withheldPeople())
      let roster = try people.replacing(
        [.made(8, "Bobby", account: 12), .made(9)], on: "cooking")
      try test.publish(roster, site: "cooking", at: day(3))
      #expect(try test.archive.moderators(of: "cooking").map(\.userID) == [9])
      #expect(try test.archive.withheldCount(of: "cooking") == 1)
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func cursorsOfChangesStayValid() throws {
    try withArchive { test in
      try test.publish([.made(1, "Ann")], at: day(1))
      try test.publish([.made(1, "Ann"), .made(2, "Bob"), .made(3, "Eve")], at: day(2))
      try test.publish([.made(1, "Ann"), .made(2, "Bobby"), .made(3, "Eve")], at: day(3))
      let last = try test.archive.changes().newer
      let bob = try #require(try test.archive.person(site: "math", userID: 2))
      _ = try test.archive.withhold(bob, at: day(4))
      #expect(try test.rows(.changes).map { $0["id"] } == ["2"])
      #expect(try test.archive.changes(ChangeFilter(after: last)).listing.rows == [])
      try test.publish([.made(1, "Anna")], at: day(5))
      let page = try test.archive.changes(ChangeFilter(after: last))
      #expect(page.listing.rows.count == 2)
      #expect(try test.archive.rebuild(by: testRules).after?.findings == [])
      #expect(try test.archive.changes(ChangeFilter(after: last)) == page)
    }
  }

  @Test func onlyTheOwnerReadsTheKey() throws {
    try withoutBob { test, _ throws in
      let key = test.path + ".withheld-key"
      let attributes = try FileManager.default.attributesOfItem(atPath: key)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
      let secret = try String(contentsOfFile: key, encoding: .utf8).prefix(64)
      #expect(test.file.bytes.range(of: Data(secret.utf8)) == nil)
    }
  }

  @Test(arguments: [nil, String(repeating: "0", count: 64), "no key"])
  func withoutItsKeyAnArchiveIsNotSynced(content: String?) throws {
    try withoutBob { test, _ throws in
      let key = test.path + ".withheld-key"
      try FileManager.default.removeItem(atPath: key)
      try content?.write(toFile: key, atomically: true, encoding: .utf8)
      let error = #expect(throws: ArchiveError.self) { try test.archive.withheldPeople() }
      #expect(error?.code == .failed)
      #expect(error?.description.contains(key) == true)
    }
  }

  /// Pages of the file that a reader needs stay until it has ended.
  @Test func besideAReaderTheNextRunErasesWhatWasFreed() throws {
    try withArchive { test in
      try test.publish(Self.roster, at: day(1))
      try test.archive.close()
      let archive = try ArchiveDatabase.open(at: test.path, for: .writing, busyTimeout: 0)
      let bob = try #require(try archive.person(account: 12, network: testNetwork))
      _ = try archive.withhold(bob, at: day(2))
      try test.file.read { database in
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM name")
        #expect(try !archive.eraseWithheld() && archive.isToErase())
        try archive.close()
        // Who reads on stops nobody who writes.
        let night = try ArchiveMaker(reopening: test.path, at: day(3))
        try night.publish(Self.roster.filter { $0.userID != 2 }, at: day(3))
        try night.archive.close()
      }
      #expect(test.file.bytes.range(of: Data("Bob".utf8)) != nil)
      try ArchiveDatabase.open(at: test.path, for: .writing).close()
      #expect(test.file.bytes.range(of: Data("Bob".utf8)) == nil)
      #expect(try test.file.verification().findings == [])
    }
  }

  @Test func anOlderCopyIsNotSynced() throws {
    try withArchive { test in
      try test.publish(Self.roster, at: day(1))
      let copy = test.path + ".copy"
      _ = try test.archive.backUp(to: copy, by: testRules, at: day(2))
      let bob = try #require(try test.archive.person(account: 12, network: testNetwork))
      _ = try test.archive.withhold(bob, at: day(2))
      try test.archive.close()
      try FileManager.default.removeItem(atPath: test.path)
      try FileManager.default.moveItem(atPath: copy, toPath: test.path)
      let old = try ArchiveMaker(reopening: test.path, at: day(3))
      #expect(throws: ArchiveError.self) { try old.archive.withheldPeople() }
      _ = try old.archive.withhold(bob, at: day(3))
      _ = try #require(try old.archive.withheldPeople())
      try old.archive.close()
    }
  }

  /// Who hides somebody without an entry of the ledger is found.
  @Test func whoHidesSomebodyByHandIsFound() throws {
    try withoutBob { test, _ throws in
      let low = -(1 << 61)
      try test.damage(
        "UPDATE member SET leaf = randomblob(32), user_id = \(low) WHERE user_id = 1")
      let rules = try test.file.verification().findings.map(\.rule)
      #expect(rules.contains(.withheld), "\(rules)")
    }
  }
}
