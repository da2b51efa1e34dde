import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import Archive

struct PublishTests {
  @Test func aBaselineHasNoJoiners() throws {
    try withArchive { test in
      let first = try test.publish([.made(1), .made(2)], at: day(1))
      #expect(first == Publication(verdict: .complete, moderators: 2, changes: []))
      let second = try test.publish([.made(1), .made(2)], at: day(2))
      #expect(second == Publication(verdict: .complete, moderators: 2, changes: []))
      #expect(
        try test.rows(.moderators).map { $0["first_seen"] } == [day(1).rfc3339, day(1).rfc3339])
      #expect(
        try test.rows(.moderators).map { $0["last_seen"] } == [day(2).rfc3339, day(2).rfc3339])
    }
  }

  @Test func comingGoingAndReturningAreDatedBetweenTwoWalks() throws {
    try withArchive { test in
      try test.publish([.made(1), .made(2)], at: day(1))
      try test.publish([.made(1)], at: day(3))
      #expect(try test.rows(.formerModerators).map { $0["left_at"] } == [day(3).rfc3339])
      #expect(try test.rows(.formerModerators).map { $0["last_seen"] } == [day(1).rfc3339])
      try test.publish([.made(1), .made(2, "Renamed"), .made(3)], at: day(6))
      let changes = try test.rows(.changes)
      #expect(changes.map { $0["kind"] } == ["left", "returned", "renamed", "joined"])
      #expect(changes.map { $0["observed_at"] } == [day(3), day(6), day(6), day(6)].map(\.rfc3339))
      #expect(
        changes.map { $0["previous_walk_at"] }
          == [day(1), day(3), day(1), day(3)].map { $0.addingTimeInterval(-60).rfc3339 })
      #expect(changes[2]["detail"] == #"{"display_name":["User 2","Renamed"]}"#)
      #expect(try test.rows(.formerModerators).isEmpty)
      let person = try #require(try test.archive.person(site: "math", userID: 2))
      #expect(person.sites[0].tenures.map(\.bounds.beganBefore) == [day(1), day(6)])
      #expect(person.sites[0].tenures.map(\.bounds.endedBefore) == [day(3), nil])
      #expect(
        person.sites[0].names == [
          NamePeriod(name: "User 2", firstSeen: day(1), lastSeen: day(1)),
          NamePeriod(name: "Renamed", firstSeen: day(6), lastSeen: day(6)),
        ])
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func reputationAloneIsNoChangeAndIsKeptAMonth() throws {
    try withArchive { test in
      for (number, reputation) in [100, 100, 150, 149].enumerated() {
        let publication = try test.publish([.made(1, reputation: reputation)], at: day(number))
        #expect(publication.changes == [])
      }
      let person = try #require(try test.archive.person(account: 1001, network: testNetwork))
      #expect(person.sites[0].reputation.map(\.reputation) == [100, 149])
      #expect(person.sites[0].reputation.map(\.since) == [day(0), day(3)])
    }
  }

  @Test func becomingStaffIsAProfileChange() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let publication = try test.publish([.made(1, kind: .staff)], at: day(2))
      #expect(publication.changes.map(\.kind) == [.profile])
      #expect(try test.rows(.changes)[0]["detail"] == #"{"kind":["moderator","staff"]}"#)
    }
  }

  @Test func aRosterOfTheSameSecondIsDatedLater() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.publish([], at: day(1))
      try test.publish([.made(1)], at: day(0))
      #expect(try test.rows(.sites)[0]["published_at"] == day(1, 2).rfc3339)
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  /// The row must be the one whose digest the page has, although the difference is not a change.
  @Test(arguments: [false, true])
  func anotherNormalFormIsTakenOverAndIsNoChange(fromDecomposed: Bool) throws {
    let forms = ["Ren\u{e9} M\u{fc}ller", "Rene\u{301} Mu\u{308}ller"]
    let names = fromDecomposed ? forms.reversed() : forms
    try withArchive { test in
      func roster(_ text: String) -> [Moderator] {
        [.made(1, text, location: text, about: text), .made(2)]
      }
      try test.publish(roster(names[0]), at: day(1))
      #expect(try test.publish(roster(names[1]), at: day(2)).changes == [])
      let stored = try test.archive.moderators(of: "math")[0]
      #expect(Array(stored.displayName.utf8) == Array(names[1].utf8))
      #expect(try test.archive.verify(by: testRules).findings == [])
      #expect(try test.archive.person(site: "math", userID: 1)?.sites[0].names.count == 1)
      try test.publish([.made(2)], at: day(3))
      #expect(try test.publish(roster(names[0]), at: day(4)).changes.map(\.kind) == [.returned])
      let renamed = try test.publish([.made(1, "Anna"), .made(2)], at: day(5))
      #expect(renamed.changes.map(\.kind) == [.renamed])
      #expect(try test.archive.verify(by: testRules).findings == [])
      #expect(try test.archive.search(SearchQuery("muller", former: true)).people.count == 1)
    }
  }

  @Test func privateTextsAreKeptAsTheyAreNow() throws {
    try withArchive { test in
      try test.publish([.made(1, location: "Rome", about: "Hello")], at: day(1))
      let publication = try test.publish([.made(1, location: "Oslo", about: "Bye")], at: day(2))
      #expect(try publication.changes == [] && test.rows(.changes).isEmpty)
      let stored = try test.archive.moderators(of: "math")[0]
      #expect(stored.location == "Oslo" && stored.aboutText == "Bye")
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  /// It is no news, and the roster of a day has the account of that day.
  @Test func anotherAccountIsStoredAndIsNoNews() throws {
    try withArchive { test in
      try test.publish([.made(1, account: 5)], at: day(1))
      let publication = try test.publish([.made(1, account: 6)], at: day(2))
      #expect(try publication.changes == [] && test.rows(.changes).isEmpty)
      let accounts = try [1, 2].map {
        try test.archive.certain(of: "math", on: day($0))[0].accountID
      }
      #expect(accounts == [5, 6])
      #expect(try test.archive.verify(by: testRules).findings == [])
      try test.damage("UPDATE name SET account_id = 7 WHERE until IS NOT NULL")
      #expect(try !test.file.verification().findings.isEmpty)
    }
  }

  /// The API omits a field one day and returns "" the next.
  @Test func anEmptyProfileFieldIsAnAbsentOne() throws {
    try withArchive { test in
      var row = Moderator.made(1)
      (row.location, row.websiteURL, row.aboutText) = ("", "", "")
      try test.publish([row], at: day(0))
      for (number, isEmpty) in [(1, false), (2, true)] {
        var next = row
        if !isEmpty {
          (next.location, next.websiteURL, next.aboutText) = (nil, nil, nil)
        }
        #expect(try test.publish([next], at: day(number)).changes == [])
        #expect(try test.archive.verify(by: testRules).findings == [])
      }
    }
  }

  @Test func whatIsBeingPublishedCanBeStopped() async throws {
    try await withTemporaryFolder { folder in
      let test = try ArchiveMaker(folder)
      try test.publish((1...3_000).map { .made($0) }, at: day(1))
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        try test.publish((2...3_001).map { .made($0) }, at: day(2))
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      test.archive.interrupt()
      #expect(throws: CancellationError.self) {
        try test.publish((2...3_001).map { .made($0) }, at: day(3))
      }
      #expect(try test.rows(.sites)[0]["published_at"] == day(1).rfc3339)
      #expect(try test.rows(.moderators).count == 3_000)
      #expect(try test.file.verification().findings == [])
    }
  }

  /// The pages of a small roster are stored by the transaction that publishes it.
  @Test func aWalkOfWhichTheArchiveHasNothingIsPublishedWholeOrNotAtAll() throws {
    try withArchive { test in
      let error = #expect(throws: ArchiveError.self) {
        try test.archive.publish(test.unrecorded([.made(1)], of: "math", day(1), total: 2))
      }
      #expect(error?.code == .unproven)
      #expect(try test.rows(.walks).isEmpty)
      let publication = try test.archive.publish(
        test.unrecorded([.made(1), .made(2)], of: "math", day(1)))
      #expect(publication.moderators == 2)
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func whatIsNotProvenIsNotPublished() throws {
    try withArchive { test in
      let roster: [Moderator] = [.made(1), .made(2)]
      let walk = try test.archive.openWalk(
        site: "math", run: test.run, at: day(1), maxAge: 0)
      func publish(acceptUnproven: Bool = true) throws {
        _ = try test.archive.publish(
          walk.id, by: .test, acceptUnproven: acceptUnproven, at: day(1), requests: 1)
      }
      for (total, items) in [
        (3, roster), (nil, roster), (2, [.made(1)]), (2, [.made(1), .made(3)]), (2, []),
      ] as [(Int?, [Moderator])] {
        var page = test.pages(roster, at: day(1), total: total)[0]
        page.items = items
        try test.archive.record(page, walk: walk.id)
        let error = #expect(throws: ArchiveError.self) { try publish() }
        #expect(error?.code == .unproven)
      }
      var pages = test.pages(roster, at: day(1), total: nil)
      pages[0].evidence.reading = .second
      pages[0].evidence.userIDs.reverse()
      for page in pages + test.pages(roster, at: day(1), total: nil) {
        try test.archive.record(page, walk: walk.id)
      }
      let unproven = #expect(throws: ArchiveError.self) { try publish(acceptUnproven: false) }
      #expect(unproven?.code == .unproven)
      #expect(try test.rows(.moderators).isEmpty)
      try publish()
      #expect(try test.rows(.moderators).count == 2)
      let error = #expect(throws: ArchiveError.self) { try publish() }
      #expect(error?.code == .unknown)
    }
  }

  @Test func anUnprovenRosterLeavesCompleteAtAlone() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.publish([.made(1)], at: day(2), total: .some(nil))
      let site = try test.rows(.sites)[0]
      #expect(site["verdict"] == "unproven")
      #expect(site["published_at"] == day(2).rfc3339)
      #expect(site["complete_at"] == day(1).rfc3339)
      let verification = try test.archive.verify(by: testRules)
      #expect(verification.findings == [])
      #expect(verification.unproven == ["math"])
    }
  }

  @Test func aFailedWalkKeepsItsEvidenceAndTheOldRoster() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let walk = try test.archive.openWalk(
        site: "math", run: test.run, at: day(2), maxAge: 0)
      try test.archive.record(
        test.pages([.made(1), .made(2)], at: day(2), total: 5)[0], walk: walk.id)
      try test.archive.finishWalk(
        walk.id, verdict: .incomplete([.totalMismatch]), at: day(2), requests: 3)
      let row = try test.rows(.walks)[1]
      #expect(
        [row["verdict"], row["reasons"], row["total"], row["items"], row["pages"], row["requests"]]
          == ["incomplete", "total_mismatch", "5", "2", "1", "3"])
      #expect(try test.rows(.moderators).count == 1)
      let known = try test.archive.knownSites(of: testNetwork)[0]
      #expect(known.lastWalk?.finishedAt == day(2))
      #expect(known.publishedAt == day(1))
    }
  }

  @Test func electionIsAChangeOnlyFromTheSecondAnswerOn() throws {
    try withArchive { test in
      try test.publish([.made(1), .made(2)], at: day(1))
      func elect(_ ids: Set<Int>, _ number: Int) throws -> [Change] {
        try test.elect(ids, at: day(number))
      }
      #expect(try elect([1], 2) == [])
      #expect(try test.rows(.moderators).map { $0["elected"] } == ["1", "0"])
      #expect(try elect([1], 3) == [])
      #expect(try elect([2], 4).map(\.detail[0].after) == ["1"])
      #expect(try test.rows(.moderators).map { $0["elected"] } == ["1", "1"])
      #expect(try test.rows(.changes).map { $0["detail"] } == [#"{"elected":["0","1"]}"#])
      try test.publish([.made(1), .made(2), .made(3)], at: day(5))
      #expect(try elect([], 5) == [])
      #expect(try elect([3], 0).count == 1)
      #expect(try test.rows(.changes).last?["observed_at"] == day(5, 1).rfc3339)
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  /// Before the first list of elected moderators nothing is reported; and a moderator who comes
  /// back has two tenures, each with its own mark.
  @Test func whoWasElectedIsToldFromTheFirstAnswerOfEachTenure() throws {
    try withArchive { test in
      func elected() throws -> [String: String] {
        let rows = try test.archive.roster(of: "math").listing.rows
        return Dictionary(
          uniqueKeysWithValues: rows.map {
            ($0[2].description, $0[ModeratorColumn.elected.rawValue].description)
          })
      }
      try test.publish([.made(1), .made(2), .made(3)], at: day(1))
      #expect(try elected() == ["1": "", "2": "", "3": ""])
      try test.elect([1], at: day(4))
      #expect(try elected() == ["1": "1", "2": "0", "3": "0"])
      try test.publish([.made(1), .made(2), .made(3)], at: day(5))
      #expect(try elected() == ["1": "1", "2": "0", "3": "0"])
      try test.elect([1, 2], at: day(6))
      #expect(try elected() == ["1": "1", "2": "1", "3": "0"])
      try test.publish([.made(1), .made(3)], at: day(8))
      #expect(try elected() == ["1": "1", "3": "0"])
      try test.publish([.made(1), .made(2), .made(3)], at: day(10))
      #expect(try elected() == ["1": "1", "2": "", "3": "0"])
      try test.elect([1, 2, 3], at: day(12))
      #expect(try elected() == ["1": "1", "2": "1", "3": "1"])
      let changes = try test.rows(.changes).filter { $0["kind"] == "profile" }
      #expect(changes.map { $0["user_id"] } == ["2", "3"])
      // A request takes time: what the response contains may have become true after it was sent.
      #expect(changes.map { $0["previous_walk_at"] } == [day(4, -30), day(6, -30)].map(\.rfc3339))
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func everyFieldComesBackAsItWas() throws {
    try withArchive { test in
      let full = Moderator(
        userID: -1, accountID: -1, displayName: "Ø ł \u{1F600} <script>", kind: .community,
        reputation: nil, badges: nil, location: "", websiteURL: nil, link: "l", profileImage: "p",
        aboutText: "a", memberSince: day(0))
      try test.publish([full, .made(2)], at: day(1))
      #expect(try test.archive.moderators(of: "math") == [full, .made(2)])
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }
}
