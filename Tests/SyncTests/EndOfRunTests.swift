import FoundationEssentials
import Networks
import Roster
import StackExchange
import Sync
import TestKit
import Testing
import Transport

/// What ends a whole run, and what state the next run gets.
struct EndOfRunTests {
  static let sites = (10..<60).map { "s\($0)" }
  static let rosters = Dictionary(uniqueKeysWithValues: sites.map { ($0, [1, 2]) })

  /// Each run goes on with the ledger of the run before.
  @Test func theHeadOfSeveralRunsIsThatOfTheLast() {
    var (inquiry, first, last) = (SyncSummary(), SyncSummary(), SyncSummary())
    (first.head, last.head) = ("1", "2")
    inquiry.add(first)
    #expect(inquiry.head == "1")
    inquiry.add(last)
    inquiry.add(SyncSummary())
    #expect(inquiry.head == "2")
  }

  /// The network fails after a while: one problem is reported, and no further sites are requested.
  @Test(arguments: [0, 1, 5], [1, 8])
  func aNetworkThatDiesInTheMiddleEndsTheRun(retries: Int, concurrency: Int) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var options = SyncOptions(.all(withMeta: true))
      options.concurrency = concurrency
      let limits = ThrottleLimits(concurrency: concurrency)
      let outcome = try harness.sync(
        options, limits: limits, retries: RetryPolicy(retries: retries)
      ) { call in
        // The test request asks for one row.
        call.site > "s20" || call.label.contains("pagesize=1&") ? nil : call.answer(Self.rosters)
      }
      let summary = try #require(outcome.summary)
      guard case .unanswered(let requests, let fault) = summary.stopped else {
        Issue.record("\(summary)")
        return
      }
      #expect(fault.kind == .connection)
      #expect((20..<22 + 2 * concurrency).contains(requests))
      #expect(summary.outcome == .stopped)
      #expect(summary.sites.complete == 11)
      // With several requests in flight the last good answers arrive between the first lost ones.
      #expect(summary.sites.skipped + summary.sites.failed == 39)
      #expect(summary.sites.failed <= (retries == 0 ? concurrency : 0))
      #expect(summary.problems.count == summary.sites.failed)
      #expect(outcome.sent.count < 2 + 11 + 20 + concurrency * 2)
      // The next run continues from there.
      let next = try harness.sync(options) { $0.answer(Self.rosters) }
      #expect(next.summary?.outcome == .complete)
      #expect(next.rosters.count == 39)
    }
  }

  /// However many sites the API fails for, the others are walked in the same run.
  @Test(arguments: [1, 8], [4, 12])
  func sitesThatAlwaysFailKeepNoOtherFromItsTurn(concurrency: Int, broken: Int) throws {
    try withMemoryFolder { folder in
      let last = "s\(9 + broken)"
      var options = SyncOptions(.all(withMeta: true))
      options.concurrency = concurrency
      let outcome = try SyncHarness(in: folder).sync(
        options, limits: ThrottleLimits(concurrency: concurrency), retries: RetryPolicy(retries: 5)
      ) { call in
        if !call.site.isEmpty, call.site <= last { return RawResponse(status: 200, body: [0x7B]) }
        return call.answer(Self.rosters)
      }
      #expect(outcome.summary?.outcome == .problems)
      #expect(outcome.summary?.sites.failed == broken)
      #expect(outcome.summary?.sites.complete == 50 - broken)
      #expect(outcome.rosters.count == broken * 6 + 50 - broken)
    }
  }

  /// If the format of rosters changes, the list of sites may still have its old format.
  @Test func twentySitesInARowEndTheRun() throws {
    try withMemoryFolder { folder in
      let outcome = try SyncHarness(in: folder).sync { call in
        call.site.isEmpty
          ? call.answer(Self.rosters) : RawResponse(status: 200, body: Array(#"{"v":3}"#.utf8))
      }
      guard case .unanswered(_, let fault) = outcome.summary?.stopped else {
        Issue.record("\(outcome)")
        return
      }
      #expect(fault.kind == .undecodable)
      #expect(outcome.summary?.sites.skipped == 50 && outcome.summary?.problems == [])
      #expect(outcome.rosters.count < 28 * 3)
    }
  }

  @Test(arguments: [
    ("no_method", 404), ("access_denied", 403), ("key_required", 405),
    ("access_token_required", 401),
  ])
  func whatConcernsTheRunIsAskedOnce(name: String, id: Int) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.now += 3_600
      let outcome = try harness.sync { _ in .error(id, name, "not so") }
      let summary = try #require(outcome.summary)
      #expect(outcome.sent.count == 1)
      guard case .refused(let fault) = summary.stopped else {
        Issue.record("\(summary)")
        return
      }
      #expect(fault.message.contains(name))
      #expect(summary.outcome == .unreachable)
      #expect(summary.sites.skipped == 50 && summary.problems.isEmpty)
    }
  }

  /// Also on a new archive, where the filter is requested first.
  @Test(arguments: [true, false])
  func aRefusedKeyCostsOneRequest(isNew: Bool) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      if !isNew { _ = try harness.sync { $0.answer(Self.rosters) } }
      harness.now += 3_600
      let key = APIKey("abc((", origin: "--key-file 'k'")
      let outcome = try harness.sync(key: key) { _ in
        .error(400, "bad_parameter", "`key` doesn't match a known application")
      }
      #expect(outcome.sent.count == 1)
      guard case .keyRefused(let fault, "--key-file 'k'") = outcome.summary?.failure else {
        Issue.record("\(outcome)")
        return
      }
      #expect(fault.message.contains("doesn't match"))
    }
  }

  /// The list of sites is retried as often as any page.
  @Test(arguments: [403, 429, 503, 200])
  func aPageInPlaceOfTheListOfSitesHasAllRetries(status: Int) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let outcome = try harness.sync(retries: RetryPolicy(retries: 5)) { call in
        call.method == "sites" && call.repeats < 5
          ? RawResponse(status: status, body: Array("<html>".utf8)) : call.answer(Self.rosters)
      }
      #expect(outcome.summary?.outcome == .complete)
      let asked = outcome.sent.filter { $0.label.hasPrefix("sites") }.map(\.after)
      #expect(asked.count == 6)
      for (earlier, later) in zip(asked, asked.dropFirst()) {
        #expect((later - earlier >= 30) == (status != 503))
      }
    }
  }

  @Test(arguments: [(300, true), (10_000, false)])
  func aKeyThatIsNotHonouredIsToldOnce(quota: Int, isTold: Bool) throws {
    try withMemoryFolder { folder in
      for key in [APIKey("abc", origin: "$STACKEXCHANGE_KEY"), nil] {
        let outcome = try SyncHarness(in: "\(folder)/\(key == nil)").sync(key: key) { call in
          var response = call.answer(["a": [1], "b": [2]])
          let text = String(decoding: response.body, as: UTF8.self)
          response.body = Array(text.replacing("10000", with: "\(quota)").utf8)
          return response
        }
        let warnings = outcome.warnings.filter { $0.contains("honour") }
        #expect(warnings.count == (isTold && key != nil ? 1 : 0))
        #expect(warnings.allSatisfy { $0.contains("$STACKEXCHANGE_KEY") && $0.contains("300") })
      }
    }
  }

  /// A second run whose filter the API refuses, and a third one.
  @Test(arguments: [1, 4])
  func aRefusedFilterEndsTheRunAndTheNextOneMakesAnother(concurrency: Int) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let rosters: [SiteID: [Int]] = ["a": [1], "b": [2], "c": [3], "d": [4], "e": [5], "f": [6]]
      var options = SyncOptions(.all(withMeta: true))
      options.concurrency = concurrency
      _ = try harness.sync(options) { $0.answer(rosters) }
      harness.now += 3_600
      let limits = ThrottleLimits(concurrency: concurrency)
      let refused = try harness.sync(options, limits: limits) { call in
        guard call.label.contains("filter=") else { return call.answer(rosters) }
        let body = #"{"error_id":400,"error_name":"bad_parameter","error_message":"filter"}"#
        return RawResponse(status: 400, body: Array(body.utf8))
      }
      #expect(refused.summary?.outcome == .stopped)
      #expect(refused.summary?.problems == [])
      #expect(refused.summary?.sites.skipped == rosters.count)
      #expect(refused.sent.count <= concurrency)
      harness.now += 3_600
      let mended = try harness.sync(options) { $0.answer(rosters) }
      #expect(mended.sent.first?.label.hasPrefix("filters/create") == true)
      #expect(mended.summary?.outcome == .complete)
      #expect(mended.summary?.changes == [:])
    }
  }

  @Test func anAnnouncedEndIsToldOnce() throws {
    try withMemoryFolder { folder in
      let outcome = try SyncHarness(in: folder).sync { call in
        var response = call.answer(["a": [1], "b": [2]])
        response.headers = ["deprecation": "@1795000000"]
        if call.site == "b" { response.headers["sunset"] = "Sun, 06 Nov 2033 08:49:37 GMT" }
        return response
      }
      #expect(
        outcome.warnings.filter { $0.contains("says") } == [
          "The API says that it is deprecated (Deprecation: @1795000000) and that it will be switched "
            + "off (Sunset: Sun, 06 Nov 2033 08:49:37 GMT): look for a newer version of modexport."
        ])
      #expect(outcome.summary?.outcome == .complete)
    }
  }
}
