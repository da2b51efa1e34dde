import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit
import Testing
import Transport

/// Walks that one run began and another one finished.
struct ResumedWalkTests {
  /// One user leaves and another joins between two pages of the second reading, hours apart, and
  /// neither page shows it: the roster is true at the time of the first reading, not at the end of
  /// the day.
  @Test func aRosterIsDatedWhenItsFirstReadingEnded() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let start = harness.now
      let options = SyncRunTests.options(pageSize: 2)
      let first = try harness.sync(options, limits: ThrottleLimits(maxRequests: 6)) {
        $0.answer(["a": Array(1...5)], pageSize: 2)
      }
      #expect(first.rosters.filter { $0.contains("order=desc") }.count == 1)
      let end = harness.now
      harness.now += 5 * 3_600
      let second = try harness.sync(options) { $0.answer(["a": [1, 2, 3, 4, 6]], pageSize: 2) }
      #expect(second.rosters.count == 2)
      #expect(second.summary?.sites.complete == 1)
      let published = try #require(try harness.site("a"))
      #expect(try harness.roster(of: "a") == Array(1...5))
      #expect((start...end).contains(try #require(published.publishedAt)))
      #expect(published.completeAt == published.publishedAt)
      harness.now += 3_600
      #expect(
        try harness.sync(options) { $0.answer(["a": [1, 2, 3, 4, 6]], pageSize: 2) }.summary?
          .changes == [.joined: 1, .left: 1])
      let archive = try ArchiveDatabase.open(at: harness.path, for: .reading)
      defer { try? archive.close() }
      let tenure = try #require(
        try archive.person(site: "a", userID: 5)?.sites.first?.tenures.last)
      #expect(tenure.bounds.endedAfter <= end)
      #expect(tenure.bounds.endedBefore ?? .distantPast > end)
    }
  }

  /// A run in which user 1 of five has a name.
  private static func sync(
    _ harness: SyncHarness, named name: String, most: Int? = nil
  ) throws -> SyncSummary? {
    harness.now += 3_600
    var options = SyncRunTests.options(pageSize: 2)
    options.maxAge = 0
    return try harness.sync(options, limits: ThrottleLimits(maxRequests: most)) { call in
      var response = call.answer(["a": Array(1...5)], pageSize: 2)
      let text = String(decoding: response.body, as: UTF8.self)
      response.body = Array(text.replacing("user 1\"", with: "\(name)\"").utf8)
      return response
    }.summary
  }

  /// A user of a page that an interrupted run has kept is renamed before another run reads the other
  /// pages: the old name was last seen when that page was read, and not at the roster's date.
  @Test func aNameIsSeenUntilItsPageWasRead() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try Self.sync(harness, named: "Old")
      let start = harness.now
      _ = try Self.sync(harness, named: "Old", most: 1)
      let end = harness.now
      #expect(try Self.sync(harness, named: "New")?.changes == [:])
      #expect(try Self.sync(harness, named: "New")?.changes == [.renamed: 1])
      let archive = try ArchiveDatabase.open(at: harness.path, for: .reading)
      defer { try? archive.close() }
      let site = try #require(try archive.person(site: "a", userID: 1)?.sites.first)
      let former = try #require(site.names.first)
      #expect(former.name == "Old")
      #expect((start...end).contains(former.lastSeen))
      #expect(former.firstSeen < start)
      #expect(try archive.verify(by: testRules).findings == [])
    }
  }

  /// A name that only one walk read was seen by the roster's date, and last when its page was read.
  @Test func aNameThatWasReadOnceWasSeenOnce() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let start = harness.now
      // The filter, the list of sites, and a page.
      _ = try Self.sync(harness, named: "Old", most: 3)
      let end = harness.now
      _ = try Self.sync(harness, named: "New")
      #expect(try Self.sync(harness, named: "New")?.changes == [.renamed: 1])
      let archive = try ArchiveDatabase.open(at: harness.path, for: .reading)
      defer { try? archive.close() }
      let site = try #require(try archive.person(site: "a", userID: 1)?.sites.first)
      let former = try #require(site.names.first)
      #expect((start...end).contains(former.lastSeen))
      #expect(former.firstSeen > former.lastSeen)
      #expect(try archive.verify(by: testRules).findings == [])
    }
  }
}
