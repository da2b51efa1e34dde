import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit
import Testing
import Transport

/// Runs where each site has a server with a clock of its own.
struct ServerClocksTests {
  private static let now = Date(unixSeconds: 1_800_000_000)
  private static let users = [1: "Ann", 2: "Bob"]

  /// Runs with one site for each offset of a clock in seconds, nil for a server that tells no time.
  private static func sync(
    _ offsets: [TimeInterval?], at path: String, concurrency: Int = 8
  ) throws -> (summary: SyncSummary, published: [Int]) {
    let hosts = offsets.indices.map { "s\($0).tokens.test" }
    var options = SyncOptions(.named(hosts.map { "https://\($0)/" }))
    options.concurrency = concurrency
    let harness = ListSyncHarness(ListNetwork.tokens)
    let run = try harness.sync(
      options, at: path, Dictionary(uniqueKeysWithValues: hosts.map { ($0, users) }), start: now
    ) { asked, users in
      var response = ListNetwork.tokens.respond(to: asked.url, users: users)
      let index = hosts.firstIndex { asked.label.hasPrefix($0 + "/") } ?? 0
      response.headers["date"] = offsets[index].map { (now + $0).httpDate }
      return response
    }
    let published = try offsets.indices.filter {
      try harness.names(of: hosts[$0], at: path) == users
    }
    return (run.summary, published)
  }

  /// The offsets of the servers' clocks, and which sites are published; nil for a wrong clock of this machine.
  @Test(
    arguments: [
      ([0, 0, 1_500], [0, 1]), ([3_600, 0, 0], [1, 2]), ([0, 3_600], [0]), ([-3_600, 0], [1]),
      ([0, 1_500, 7_200, -86_400], [0]), ([nil, 0, 3_600], [0, 1]), ([nil, nil], [0, 1]),
      ([3_600], nil), ([3_600, 3_600], nil), ([3_600, 3_700, 3_650, 0], nil),
      ([0, 3_600, 3_600], nil), ([nil, 3_600], nil), ([3_600, -7_200], nil),
    ] as [([TimeInterval?], [Int]?)], [1, 2, 8])
  func theMajorityOfTheServersJudgesTheClock(
    _ row: ([TimeInterval?], [Int]?), concurrency: Int
  ) throws {
    try withMemoryFolder { folder in
      let (offsets, expected) = row
      let (summary, published) = try Self.sync(
        offsets, at: folder + "/a.db", concurrency: concurrency)
      #expect(published == expected ?? [])
      if expected == nil {
        guard case .contradictedClock = summary.failure else {
          Issue.record("\(summary)")
          return
        }
        #expect(summary.outcome == .failed)
      } else {
        #expect(summary.failure == nil)
        let failed = Set(summary.problems.map(\.reason))
        #expect(failed == (published.count == offsets.count ? [] : ["wrong_clock"]))
      }
    }
  }

  /// Runs with one site behind a cache.
  ///
  /// - Parameter age: Seconds since its answers were true.
  private static func sync(
    _ users: [Int: String] = users, at path: String, now: Date, age: Int
  ) throws -> SyncSummary {
    let host = "one.tokens.test"
    var options = SyncOptions(.named(["https://\(host)/"]))
    options.maxAge = 0
    return try ListSyncHarness(ListNetwork.tokens).sync(
      options, at: path, [host: users], start: now
    ) { asked, users in
      var response = ListNetwork.tokens.respond(to: asked.url, users: users)
      response.headers["date"] = (now - Double(age)).httpDate
      response.headers["age"] = "\(age)"
      return response
    }.summary
  }

  @Test func aCachedAnswerDatesItsRosterAtItsOwnTime() throws {
    try withMemoryFolder { folder in
      let path = folder + "/a.db"
      #expect(try Self.sync(at: path, now: Self.now, age: 7_200).problems == [])
      let archive = try ArchiveDatabase.open(at: path, for: .reading)
      let readAt = try archive.newestRoster()?.readAt
      try archive.close()
      #expect(readAt.map { abs($0.timeIntervalSince(Self.now - 7_200)) < 5 } == true)
      // What was true before the published roster does not replace it.
      let old = try Self.sync(at: path, now: Self.now + 3_600, age: 14_400)
      #expect(old.problems.map(\.reason) == ["not_the_api"])
      let ancient = try Self.sync(at: path, now: Self.now + 7_200, age: 90_000)
      #expect(ancient.problems.map(\.reason) == ["wrong_clock"], "\(ancient)")
    }
  }

  /// The second run is a night later, or reads within the same second.
  @Test(arguments: [(3_000, 86_400), (1, 0.5)])
  func whoLeftAfterACachedAnswerMayHaveLeftSinceItWasTrue(
    age: Int, later: TimeInterval
  ) throws {
    try withMemoryFolder { folder in
      let path = folder + "/a.db"
      #expect(try Self.sync(at: path, now: Self.now, age: age).problems == [])
      let night = try Self.sync([1: "Ann"], at: path, now: Self.now + later, age: later < 1 ? 1 : 0)
      #expect(night.problems == [] && night.changes == [.left: 1])
      let archive = try ArchiveDatabase.open(at: path, for: .reading)
      defer { try? archive.close() }
      let changes = try archive.changes().listing.rows
      let was = Self.now - Double(age)
      #expect(changes.map { $0[ChangeColumn.kind.rawValue] } == ["left"])
      #expect(changes.map { $0[ChangeColumn.previousWalkAt.rawValue] } == [.text(was.rfc3339)])
    }
  }

  /// `Age`, `Via`, and seconds by which `Date` is ahead of this machine's clock.
  @Test(
    arguments: [
      (nil, nil, 0, .confirms), ("3600", nil, -3_600, .confirms),
      ("3600", "1.1 x", 0, .contradicts(by: 3_600)), (nil, nil, -3_600, .contradicts(by: -3_600)),
      (nil, "1.1 x", -3_600, .uncertain(seconds: 3_600)),
      (nil, "1.1 x", 3_600, .contradicts(by: 3_600)), ("-5", nil, 0, .confirms),
      ("99999999999999999999", nil, 0, .confirms),
    ] as [(String?, String?, TimeInterval, ClockReading)])
  func theAgeOfAnAnswerIsTakenFromItsTime(
    _ age: String?, _ via: String?, ahead: TimeInterval, reading: ClockReading
  ) {
    var headers = ["date": (Self.now + ahead).httpDate]
    headers["age"] = age
    headers["via"] = via
    #expect(AnswerHead(headers: headers).clock(sent: Self.now, received: Self.now) == reading)
  }
}
