import Archive
import FoundationEssentials
import ModExportCommands
import Roster
import StackExchange
import Sync
import TestKit
import Testing
import Transport

/// Whole runs against an API that a closure implements.
struct SyncRunTests {
  static let rosters: [SiteID: [Int]] = [
    "a": Array(1...7), "b": [1, 2], "c": Array(1...5), "d": [9],
  ]

  static func options(pageSize: Int = 100) -> SyncOptions {
    var options = SyncOptions(.all(withMeta: true))
    options.pageSize = pageSize
    return options
  }

  @Test func aSiteOfOnePageCostsOneRequest() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let first = try harness.sync { $0.answer(Self.rosters) }
      #expect(first.summary?.outcome == .complete)
      #expect(first.sent.count == 2 + 4)
      let second = try harness.sync { $0.answer(Self.rosters) }
      #expect(second.sent.isEmpty)
      #expect(second.summary?.sites.skipped == 4)
      harness.now += 61
      #expect(try harness.sync { $0.answer(Self.rosters) }.sent.count == 4)
      harness.now += 86_400
      #expect(try harness.sync { $0.answer(Self.rosters) }.sent.count == 1 + 4)
    }
  }

  @Test func namesAreResolvedBeforeAnyRosterIsAskedFor() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let unknown = try harness.sync(SyncOptions(.named(["a", "nobody"]))) {
        $0.answer(Self.rosters)
      }
      guard case .unknownSite("nobody", _) = unknown.failure else {
        Issue.record("\(unknown)")
        return
      }
      #expect(unknown.rosters.isEmpty)
      let named = try harness.sync(SyncOptions(.named(["Site A", "a.example"]))) {
        $0.answer(Self.rosters)
      }
      #expect(named.rosters.count == 1)
      #expect(named.summary?.sites.requested == 1)
    }
  }

  /// A site whose roster changed during a walk is walked again, and no request is repeated too
  /// early.
  @Test(arguments: [60, 5] as [TimeInterval])
  func aRosterThatMovedIsWalkedAgainAfterAMinute(recheckAfter: TimeInterval) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var options = Self.options(pageSize: 3)
      options.recheckAfter = recheckAfter
      let outcome = try harness.sync(options) { call in
        let isFirstWalk = call.repeats == 0
        var rosters = Self.rosters
        if call.site == "a", isFirstWalk, !call.isAscending { rosters["a"] = Array(2...8) }
        return call.answer(rosters, pageSize: 3)
      }
      #expect(outcome.summary?.sites.complete == 4)
      let times = Dictionary(grouping: outcome.sent, by: \.label).mapValues { $0.map(\.after) }
      #expect(times.values.filter { $0.count == 2 }.count == 6)
      for (earlier, later) in times.values.filter({ $0.count > 1 }).map({ ($0[0], $0[1]) }) {
        #expect(later - earlier >= recheckAfter)
      }
    }
  }

  @Test func aRosterThatNeverStandsStillStaysIncomplete() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let outcome = try harness.sync(Self.options(pageSize: 3)) { call in
        call.answer(call.isAscending ? ["a": Array(1...7)] : ["a": Array(2...8)], pageSize: 3)
      }
      #expect(outcome.summary?.sites.incomplete == 1)
      #expect(outcome.summary?.problems.map(\.reason) == ["not_repeated"])
      #expect(outcome.rosters.filter { $0.contains("page=1&") && $0.contains("asc") }.count == 3)
    }
  }

  /// Wherever a run is stopped, the next one continues from there.
  @Test(arguments: 1...13)
  func whatAStoppedRunHasFetchedIsNotAskedForAgain(requests: Int) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let options = Self.options(pageSize: 3)
      let limits = ThrottleLimits(concurrency: 3, maxRequests: requests)
      let first = try harness.sync(options, limits: limits) {
        $0.answer(Self.rosters, pageSize: 3)
      }
      #expect(first.summary?.stopped == .requestLimit)
      #expect(first.sent.count == requests)
      let second = try harness.sync(options) { $0.answer(Self.rosters, pageSize: 3) }
      #expect(second.summary?.outcome == .complete)
      let all = first.sent.map(\.label) + second.sent.map(\.label)
      #expect(Set(all).count == all.count)
      // A filter, a list, and the pages of both readings.
      #expect(all.count == 2 + 6 + 1 + 4 + 1)
      for (site, roster) in Self.rosters { #expect(try harness.roster(of: site) == roster) }
    }
  }

  @Test func pagesServeForSixHours() throws {
    try withMemoryFolder { folder in
      for (hours, repeated) in [(5.0, 0), (7.0, 2)] {
        let harness = SyncHarness(in: "\(folder)/\(hours)")
        let limits = ThrottleLimits(maxRequests: 4)
        let options = Self.options(pageSize: 3)
        let first = try harness.sync(options, limits: limits) {
          $0.answer(["a": Array(1...7)], pageSize: 3)
        }
        harness.now += hours * 3_600
        let second = try harness.sync(options) { $0.answer(["a": Array(1...7)], pageSize: 3) }
        let again = Set(first.sent.map(\.label)).intersection(second.sent.map(\.label))
        #expect(again.count == repeated)
        #expect(second.summary?.outcome == .complete)
      }
    }
  }

  @Test func whereTheListOfSitesFailsTheArchivesOwnServes() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let first = try harness.sync { $0.method == "sites" ? nil : $0.answer(Self.rosters) }
      #expect(first.summary?.outcome == .unreachable)
      #expect(first.sent.count == 1 + 3)
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.now += 2 * 86_400
      let later = try harness.sync { $0.method == "sites" ? nil : $0.answer(Self.rosters) }
      #expect(later.summary?.problems.map(\.reason) == ["sites_unread"])
      #expect(later.summary?.outcome == .problems)
      #expect(later.summary?.sites.complete == 4)
      #expect(later.warnings.count { $0.hasPrefix("The list of sites") } == 1)
    }
  }

  struct ListCase: Sendable, CustomTestStringConvertible {
    var listed: [SiteID]
    var closed: [SiteID]
    /// The number of open sites that are missing from the list, as a run for all sites reports it.
    var lacking: Int?
    var testDescription: String { listed.joined(separator: " ") }
  }

  @Test(arguments: [
    ListCase(listed: ["a", "b", "c"], closed: ["d"]),
    ListCase(listed: ["a", "b"], closed: [], lacking: 2),
    ListCase(listed: [], closed: []),
    ListCase(listed: ["a", "b", "c", "d", "e"], closed: []),
    ListCase(listed: ["v", "w", "x", "y"], closed: [], lacking: 4),
  ])
  func onlyAPlausibleListClosesSites(_ testCase: ListCase) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.now += 2 * 86_400
      let outcome = try harness.sync { call in
        let listed = Dictionary(testCase.listed.map { ($0, [1]) }) { first, _ in first }
        return call.answer(
          call.method == "sites" ? listed : listed.merging(Self.rosters) { $1 })
      }
      for site in Self.rosters.keys {
        #expect(try (harness.site(site)?.closedAt != nil) == testCase.closed.contains(site))
        #expect(try harness.roster(of: site) == Self.rosters[site])
      }
      let detail = testCase.lacking.map {
        " lacks \($0) of the sites that were open"
      }
      let problems = outcome.summary?.problems ?? []
      let reasons =
        testCase.listed.isEmpty ? ["sites_unread"] : detail.map { _ in ["sites_incomplete"] }
      #expect(problems.map(\.reason) == reasons ?? [])
      let details = problems.map(\.detail)
      if let detail { #expect(details.allSatisfy { $0.hasSuffix(detail) }) }
    }
  }

  /// The problem names the list that it is about: this run read none that could be recorded.
  @Test func anEmptyListOfSitesLeavesTheDoubtAboutTheOneBefore() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let first = try harness.sync { call in
        var listed = call.answer(Self.rosters)
        guard call.method == "sites" else { return listed }
        let body = String(decoding: listed.body, as: UTF8.self)
        listed.body = Array(body.replacing(#""total":"#, with: #""total":1"#).utf8)
        return listed
      }
      harness.now += 600
      let second = try harness.sync { $0.answer($0.method == "sites" ? [:] : Self.rosters) }
      let details = [first, second].map { $0.summary?.problems.map(\.detail) ?? [] }
      #expect(details[0].count == 1)
      #expect(second.summary?.problems.map(\.reason) == ["sites_unread", "sites_incomplete"])
      #expect(details[1].last == details[0].first)
      #expect(details[0].first?.hasPrefix("the list of sites read at 2027-01-15T08:00:0") == true)
      #expect(
        second.warnings.contains(
          "The list of sites could not be fetched: the list of sites is empty."))
    }
  }

  @Test func anEmptyListOfSitesIsNoList() throws {
    try withMemoryFolder { folder in
      let outcome = try SyncHarness(in: folder).sync { $0.answer([:]) }
      #expect(outcome.summary?.outcome == .unreachable)
      #expect(outcome.summary?.problems.map(\.reason) == ["undecodable"])
    }
  }

  @Test func aLockOutIsKnownToTheNextRun() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let first = try harness.sync { call in
        guard call.method == "users/moderators" else { return call.answer(Self.rosters) }
        return .error(
          502, "throttle_violation",
          "too many requests from this IP, more requests available in 40000 seconds")
      }
      #expect(first.summary?.stopped == .lockedOut)
      #expect(first.summary?.sites.skipped == 4)
      let second = try harness.sync { $0.answer(Self.rosters) }
      #expect(second.sent.isEmpty)
      #expect(second.summary?.stopped == .lockedOut)
      #expect(second.summary?.sites.skipped == 4)
      harness.now += 40_001
      #expect(try harness.sync { $0.answer(Self.rosters) }.summary?.outcome == .complete)
    }
  }

  @Test(arguments: [1, 8, 32])
  func anAPIThatNeverAnswersIsLeftAfterFewRequests(concurrency: Int) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let limits = ThrottleLimits(concurrency: concurrency)
      let first = try harness.sync(limits: limits) { _ in nil }
      #expect(first.summary?.outcome == .unreachable)
      // The filter alone, with its retries.
      #expect(first.sent.count == 3)
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.now += 3_600
      let later = try harness.sync(limits: limits) { _ in nil }
      #expect(later.summary?.outcome == .unreachable)
      #expect(later.sent.count <= 12)
      // Three requests for each site: too few to end the run, so that each site has failed.
      let sites = later.summary?.sites
      #expect((sites?.failed ?? 0) + (sites?.skipped ?? 0) == 4)
      for (site, roster) in Self.rosters { #expect(try harness.roster(of: site) == roster) }
    }
  }

  @Test func aSignalKeepsWhatWasFetched() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var options = Self.options(pageSize: 3)
      options.concurrency = 2
      let first = try harness.sync(options, stopAfter: 0.45) {
        $0.answer(Self.rosters, pageSize: 3)
      }
      #expect(first.summary?.outcome == .interrupted)
      #expect(first.summary?.stopped == .signal(15))
      let second = try harness.sync(options) { $0.answer(Self.rosters, pageSize: 3) }
      #expect(second.summary?.outcome == .complete)
      #expect(first.sent.count + second.sent.count == 14)
    }
  }

  @Test func aFilterThatCannotBeMadeNowIsNotReplacedByAnother() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let first = try harness.sync { call in
        call.method == "filters/create" ? nil : call.answer(Self.rosters)
      }
      #expect(first.summary?.outcome == .unreachable)
      #expect(first.rosters.isEmpty)
      let second = try harness.sync { $0.answer(Self.rosters) }
      #expect(second.rosters.allSatisfy { $0.hasSuffix("filter=abc") })
    }
  }

  @Test func anAPIThatMakesNoFilterIsAskedWithTheSafeOneForGood() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      for isRefused in [true, false] {
        let outcome = try harness.sync { call in
          guard isRefused, call.method == "filters/create" else { return call.answer(["a": [1]]) }
          return .error(403, "access_denied", "no filters here")
        }
        #expect(outcome.summary?.outcome == .complete)
        #expect(outcome.rosters.allSatisfy { $0.hasSuffix("filter=%21-%2AjbN0CeyJHb") })
        #expect(outcome.rosters.count == 1)
        harness.now += 3_600
      }
    }
  }

  @Test func aSiteThatFailsStopsNoOther() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let outcome = try harness.sync { call in
        switch call.site {
        case "a": .error(400, "bad_parameter", "No site found for name `a`")
        case "b": nil
        default: call.answer(Self.rosters)
        }
      }
      #expect(outcome.summary?.sites.failed == 2)
      #expect(outcome.summary?.sites.complete == 2)
      #expect(outcome.summary?.problems.map(\.site) == ["a", "b"])
      #expect(outcome.summary?.problems.map(\.reason) == ["refused", "connection"])
      #expect(outcome.summary?.outcome == .problems)
    }
  }
}
