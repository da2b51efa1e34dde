import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit
import Testing
import Transport

/// Runs with another API than the archive's, or with a wrong clock.
struct WitnessTests {
  private static let rosters: [SiteID: [Int]] = Dictionary(
    uniqueKeysWithValues: (1...8).map { ("s\($0)", Array(1...6)) })
  private static let strangers = rosters.mapValues { $0.map { $0 + 100 } }

  /// When a change was seen, and the reading before.
  private static func dates(_ change: Row) -> [String] {
    [ChangeColumn.observedAt, .previousWalkAt].map { change[$0.rawValue].description }
  }

  @Test func anotherHostIsRefusedBeforeAnyRequest() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.base = "http://other.test/2.3"
      harness.now += 90_000
      let refused = try harness.sync { $0.answer(Self.strangers) }
      #expect(refused.failure == .otherAPI("other.test", archive: "sync.test"))
      #expect(refused.sent.isEmpty)
      #expect(try harness.roster(of: "s1") == Self.rosters["s1"])
      var options = SyncOptions(.scope)
      options.adoptsAPI = true
      let adopted = try harness.sync(options) { $0.answer(Self.rosters) }
      #expect(adopted.summary?.outcome == .complete)
      harness.base = "http://sync.test/2.3"
      let back = try harness.sync { $0.answer(Self.rosters) }
      #expect(back.failure == .otherAPI("sync.test", archive: "other.test"))
    }
  }

  @Test func whereNearlyAllAreGoneNothingIsPublished() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.now += 3_600
      let outcome = try harness.sync { $0.answer(Self.strangers) }
      #expect(outcome.summary?.problems.map(\.reason) == ["mass_departure"])
      #expect(outcome.summary?.outcome == .problems)
      #expect(outcome.summary?.changes == [:])
      for (site, roster) in Self.rosters { #expect(try harness.roster(of: site) == roster) }
      var options = SyncOptions(.scope)
      options.acceptShrink = true
      harness.now += 3_600
      let accepted = try harness.sync(options) { $0.answer(Self.strangers) }
      #expect(accepted.summary?.outcome == .complete)
      for (site, roster) in Self.strangers { #expect(try harness.roster(of: site) == roster) }
    }
  }

  /// Seconds by which the API's clock is ahead of this machine's, and whether the run accepts that.
  @Test(
    arguments: [
      (0, true), (599, true), (-599, true), (700, false), (-700, false), (315_360_000, false),
    ] as [(TimeInterval, Bool)])
  func aClockThatTheAPIContradictsPublishesNothing(skew: TimeInterval, isRight: Bool) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let theirs = harness.now + skew
      let outcome = try harness.sync { $0.answer(Self.rosters).dated(theirs) }
      #expect((outcome.summary?.outcome == .complete) == isRight)
      guard !isRight else { return }
      guard case .wrongClock(_, theirs) = outcome.summary?.failure else {
        Issue.record("\(outcome)")
        return
      }
      #expect(outcome.sent.count == 1)
      #expect(outcome.summary?.outcome == .failed)
      #expect(try harness.site("s1") == nil)
    }
  }

  /// An archive of an earlier version, which did not check the API and the clock.
  @Test func rostersOfTheFutureAreDatedAnewWhereTheUserAsksForIt() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let start = harness.now
      let gone = Self.rosters.merging(["s1": [2, 3, 4, 5, 6]]) { $1 }
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.now = start + 315_360_000
      _ = try harness.sync { $0.answer(gone) }
      harness.now = start + 7_200
      let refused = try harness.sync { $0.answer(gone).dated(start + 7_200) }
      guard case .futureRoster = refused.summary?.failure ?? refused.failure else {
        Issue.record("\(refused)")
        return
      }
      var options = SyncOptions(.all(withMeta: true))
      options.redates = true
      let mended = try harness.sync(options) { $0.answer(gone).dated(start + 7_200) }
      #expect(mended.summary?.outcome == .complete)
      #expect(mended.warnings.contains { $0.hasPrefix("Corrected dates ") })
      let again = try harness.sync { $0.answer(gone).dated(start + 7_200) }
      #expect(again.summary?.outcome == .complete)
      let archive = try ArchiveDatabase.open(at: harness.path, for: .reading)
      defer { try? archive.close() }
      #expect(try archive.verify(by: testRules).findings == [])
      let dates = try archive.changes().listing.rows.flatMap(Self.dates)
      #expect(dates.count == 2)
      #expect(dates.allSatisfy { $0 < (start + 7_300).rfc3339 })
      #expect(try archive.newestRoster().map { $0.readAt < start + 7_400 } == true)
    }
  }

  /// The `Date` header of every answer, and whether it is valid.
  @Test(arguments: [
    (nil, false), ("yesterday", false), ("2027-01-15T08:00:00Z", false),
    ("Friday, 15-Jan-27 08:00:00 GMT", true), ("Fri Jan 15 08:00:00 2027", true),
    ("Fri, 15 Jan 2027 08:00:00 GMT", true),
  ])
  func anAPIThatTellsNoTimeIsNamedOnce(header: String?, tellsTime: Bool) throws {
    try withMemoryFolder { folder in
      let outcome = try SyncHarness(in: folder).sync { call in
        var response = call.answer(Self.rosters)
        response.headers["date"] = header
        return response
      }
      #expect(outcome.summary?.outcome == .complete)
      let warnings = outcome.warnings.filter {
        $0 == "The API sends no Date header: this machine's clock is not confirmed."
      }
      #expect(warnings.count == (tellsTime ? 0 : 1))
    }
  }

  /// Eighteen hours off, in each of HTTP's three date formats.
  @Test(arguments: [
    "Thu, 14 Jan 2027 14:00:00 GMT", "Thursday, 14-Jan-27 14:00:00 GMT",
    "Thu Jan 14 14:00:00 2027",
  ])
  func everyFormOfATimeContradictsAWrongClock(header: String) throws {
    try withMemoryFolder { folder in
      let outcome = try SyncHarness(in: folder).sync { call in
        var response = call.answer(Self.rosters)
        response.headers["date"] = header
        return response
      }
      #expect(outcome.summary?.outcome == .failed)
      #expect(outcome.sent.count == 1)
    }
  }

  /// The list of sites is recent, so that the first answer is a roster.
  @Test func aClockThatIsWrongForAnHourPublishesNothingEither() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let start = harness.now
      _ = try harness.sync { $0.answer(Self.rosters).dated(start) }
      harness.now = start + 7_200
      var options = SyncOptions(.scope)
      options.concurrency = 2
      let wrong = try harness.sync(options) { $0.answer(Self.rosters).dated(start + 3_600) }
      // Requests in flight, whose quota the throttle records.
      #expect(wrong.sent.count <= 2)
      #expect(wrong.summary?.outcome == .failed)
      #expect(wrong.summary?.sites.complete == 0)
      harness.now = start + 3_700
      for gone in [[1], [1, 2]] {
        let rosters = Self.rosters.merging(["s1": [1, 2, 3, 4, 5, 6].filter { !gone.contains($0) }])
        {
          $1
        }
        let right = try harness.sync { $0.answer(rosters).dated(start + 3_700) }
        #expect(right.summary?.outcome == .complete)
        harness.now += 100
      }
      let archive = try ArchiveDatabase.open(at: harness.path, for: .reading)
      defer { try? archive.close() }
      #expect(try archive.verify(by: testRules).findings == [])
      // The walk that began with the wrong clock does not bound later changes.
      let dates = try archive.changes().listing.rows.flatMap(Self.dates)
      #expect(dates.count == 4)
      #expect(dates.allSatisfy { $0 < (start + 4_000).rfc3339 })
    }
  }

  /// Three nights: a right clock, a clock ten years ahead without a `Date` header to detect it, and
  /// a right clock again.
  private func misdated(in folder: String) throws -> (SyncHarness, start: Date) {
    let harness = SyncHarness(in: folder)
    let start = harness.now
    _ = try harness.sync { $0.answer(Self.rosters) }
    harness.now = start + 10 * 365 * 86_400
    _ = try harness.sync { $0.answer(Self.rosters.merging(["s1": [1, 2, 3, 4, 5]]) { $1 }) }
    harness.now = start + 86_400
    return (harness, start)
  }

  /// Whether the API sends the date, and whether the user asks to correct dates, which needs the
  /// API's date.
  @Test(arguments: [(true, false), (false, false), (false, true)])
  func anArchiveOfTheFutureIsRefused(tellsTime: Bool, redates: Bool) throws {
    try withMemoryFolder { folder in
      let (harness, start) = try misdated(in: folder)
      var options = SyncOptions(.scope)
      options.redates = redates
      let outcome = try harness.sync(options) { call in
        let answer = call.answer(Self.rosters.merging(["s1": [1, 2, 3, 4]]) { $1 })
        return tellsTime ? answer.dated(start + 86_400) : answer
      }
      guard case .futureRoster(_, let readAt, _) = outcome.summary?.failure else {
        Issue.record("\(outcome)")
        return
      }
      #expect(readAt > start + 9 * 365 * 86_400)
      #expect(outcome.sent.count == 1)
      #expect(outcome.summary?.sites.skipped == Self.rosters.count)
      #expect(try harness.roster(of: "s1") == [1, 2, 3, 4, 5])
    }
  }

  /// Nothing is wrong with the archive where only the network is away.
  @Test func datesStayWhereNoServerIsReached() throws {
    try withMemoryFolder { folder in
      let (harness, _) = try misdated(in: folder)
      var options = SyncOptions(.scope)
      options.redates = true
      let outcome = try harness.sync(options) { _ in nil }
      #expect(outcome.summary?.outcome == .unreachable && outcome.summary?.failure == nil)
      #expect(outcome.warnings.contains { $0.hasPrefix("No server told the time") })
      #expect(try harness.roster(of: "s1") == [1, 2, 3, 4, 5])
    }
  }

  /// Seconds by which the clock was ahead when the newest rosters were read, within the allowed
  /// skew or without a `Date` header, and whether there is a right roster before them. Beyond five
  /// seconds the next change would be dated in the future, in an interval that cannot contain the
  /// true time.
  @Test(arguments: [2, 6, 540, 4_320, 86_400, 315_360_000] as [TimeInterval], [true, false])
  func aClockThatWasAheadMisdatesNothing(lead: TimeInterval, isBaseline: Bool) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var options = SyncOptions(.all(withMeta: true))
      (options.maxAge, options.recheckAfter) = (0, 0)
      if !isBaseline { _ = try harness.sync(options) { $0.answer(Self.rosters) } }
      harness.now += lead
      _ = try harness.sync(options) { $0.answer(Self.rosters) }
      let right = try harness.newestRoster() - lead
      harness.now = right
      let gone = Self.rosters.merging(["s1": [1, 2, 3, 4, 5]]) { $1 }
      if lead > 5 {
        let refused = try harness.sync(options) { $0.answer(gone).dated(right) }
        #expect(refused.summary?.outcome == .failed)
        guard case .futureRoster = refused.summary?.failure else {
          Issue.record("\(refused)")
          return
        }
        options.redates = true
      }
      let outcome = try harness.sync(options) { $0.answer(gone).dated(right) }
      #expect(outcome.summary?.outcome == .complete)
      // Rosters of the same second get dates a second apart.
      let end = harness.now + 1
      let archive = try ArchiveDatabase.open(at: harness.path, for: .reading)
      defer { try? archive.close() }
      #expect(try archive.verify(by: testRules, now: end).findings == [])
      #expect(try archive.newestRoster().map { $0.readAt <= end } == true)
      let dates = try archive.changes().listing.rows.flatMap(Self.dates)
      #expect(dates.count == 2)
      #expect(dates.allSatisfy { $0 <= end.rfc3339 })
      #expect(lead <= 5 || dates.contains { $0 <= right.rfc3339 })
    }
  }

  @Test func datesOfTheFutureAreMendedWhereTheUserAsks() throws {
    try withMemoryFolder { folder in
      let (harness, start) = try misdated(in: folder)
      var options = SyncOptions(.scope)
      options.redates = true
      let outcome = try harness.sync(options) { call in
        call.answer(Self.rosters.merging(["s1": [1, 2, 3, 4]]) { $1 }).dated(start + 86_400)
      }
      #expect(outcome.summary?.outcome == .complete)
      #expect(outcome.warnings.contains { $0.contains("future: 8 rosters of 8 sites.") })
      #expect(try harness.roster(of: "s1") == [1, 2, 3, 4])
      let archive = try ArchiveDatabase.open(at: harness.path, for: .reading)
      defer { try? archive.close() }
      #expect(try archive.verify(by: testRules).findings == [])
      let dates = try archive.changes().listing.rows.map(Self.dates)
      #expect(dates.count == 2)
      #expect(dates.joined().allSatisfy { $0 < (start + 90_000).rfc3339 })
      // The second user left after the last right roster of before; no more is known.
      #expect(
        dates.allSatisfy { $0[1] < (start + 3_600).rfc3339 || $0[1] > (start + 86_000).rfc3339 })
    }
  }
}

extension RawResponse {
  fileprivate func dated(_ date: Date) -> RawResponse {
    var response = self
    response.headers["date"] = date.httpDate
    return response
  }
}
