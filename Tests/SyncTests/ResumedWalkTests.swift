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
      let published = try #require(try harness.site("a")?.published)
      #expect(try harness.roster(of: "a") == Array(1...5))
      #expect((start...end).contains(published.publishedAt))
      #expect(published.completeAt == published.publishedAt)
      harness.now += 3_600
      #expect(
        try harness.sync(options) { $0.answer(["a": [1, 2, 3, 4, 6]], pageSize: 2) }.summary?
          .changes == [.joined: 1, .left: 1])
      let archive = try ArchiveDatabase.open(at: harness.path, for: .reading)
      defer { try? archive.close() }
      let tenure = try #require(
        try archive.person(site: "a", userID: 5)?.sites.first?.tenures.last)
      #expect((start...end).contains(tenure.lastSeen))
      #expect(tenure.leftAt ?? .distantPast > end)
    }
  }
}
