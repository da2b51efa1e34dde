import Archive
import FoundationEssentials
import Gzip
import ModExportCommands
import Roster
import Sync
import TestKit
import Testing
import Transport

/// Runs with an incomplete list of sites.
struct SiteListTests {
  private static let rosters: [SiteID: [Int]] = ["a": [1], "b": [2], "c": [3], "d": [4], "e": [5]]

  /// An API that lists a number of the sites, with a given `total` and `has_more`.
  private static func answer(
    _ call: SyncHarness.Call, listing count: Int, total: Int?, hasMore: Bool = false
  ) -> RawResponse {
    guard call.method == "sites" else { return call.answer(rosters) }
    let sites = rosters.keys.sorted().prefix(count).map { id in
      #"{"api_site_parameter":"\#(id)","name":"Site \#(id)","site_url":"https://\#(id).example"}"#
    }
    let said = total.map { #","total":\#($0)"# } ?? ""
    return .json(#""items":[\#(sites.joined(separator: ","))]\#(said)"#, hasMore: hasMore)
  }

  private static func all() -> SyncOptions {
    var options = SyncOptions(.all(withMeta: false))
    options.refreshSites = true
    options.maxAge = 0
    return options
  }

  /// The number of listed sites, `total`, `has_more`; the problem of a run for all sites, and the
  /// sites that it closes.
  @Test(
    arguments: [
      (5, 5, false, nil, []), (4, 4, false, nil, ["e"]),
      (4, 5, false, "contains 4 of 5", []),
      (5, 6, false, "contains 5 of 6", []),
      (4, 5, true, "contains 4 of 5", []),
      (4, nil, false, "contains 4 and reports no total", []),
      (5, nil, false, "contains 5 and reports no total", []),
      (5, 5, true, "has a has_more that does not end", []),
      (2, 2, false, "lacks 3 of the sites that were open", []),
    ] as [(Int, Int?, Bool, String?, [SiteID])])
  func aListClosesSitesOnlyWhereItIsWhole(
    listed: Int, total: Int?, hasMore: Bool, fault: String?, closed: [SiteID]
  ) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.now += 3_600
      let outcome = try harness.sync(Self.all()) {
        Self.answer($0, listing: listed, total: total, hasMore: hasMore)
      }
      let told = outcome.summary?.problems.map { "\($0.site?.id ?? "")\($0.reason): \($0.detail)" }
      let words = "sites_incomplete: the list of sites read at 2027-01-15T09:00:00Z"
      #expect(told == (fault.map { ["\(words) \($0)"] } ?? []))
      #expect(outcome.summary?.outcome == (fault != nil ? .problems : .complete))
      #expect(try Self.rosters.keys.filter { try harness.site($0)?.closedAt != nil } == closed)
      #expect(
        outcome.warnings.allSatisfy { $0.hasPrefix("The API sends no Date header") }
          == (fault == nil && closed.isEmpty))
      // The known sites are mirrored anyway.
      #expect(outcome.summary?.sites.complete == 5 - closed.count)
    }
  }

  /// In the new list c has another id, d is gone and f is new; the API refuses the old names. After two days the list is
  /// read first.
  @Test(arguments: [1, 2])
  func knownSitesAreWalkedWhileTheListIsReadAnew(days: Int) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.now += TimeInterval(days) * 86_400
      let sites = [("a", "a"), ("b", "b"), ("cc", "c"), ("e", "e"), ("f", "f")].map { id, host in
        #"{"api_site_parameter":"\#(id)","name":"\#(id)","site_url":"https://\#(host).example"}"#
      }
      let next = try harness.sync { call in
        if call.method == "sites" {
          return .json(#""items":[\#(sites.joined(separator: ","))],"total":5"#)
        }
        return ["c", "d"].contains(call.site)
          ? .error(400, "bad_parameter", "No site found for name")
          : call.answer(["a": [1], "b": [2], "cc": [3], "e": [5], "f": [6]])
      }
      let firstRoster = try #require(next.sent.first { $0.label.hasPrefix("users/") }).after
      #expect((firstRoster < 0.1) == (days == 1))
      #expect(next.summary?.problems == [])
      #expect(next.summary?.outcome == .complete)
      #expect(next.summary?.sites.complete == 5)
      #expect(try harness.site("d")?.closedAt != nil)
      #expect(try ["cc", "f"].map(harness.roster) == [[3], [6]])
    }
  }

  /// The known sites are read; that new ones are not seen is a problem of a run for all, and of one that asks for the
  /// list.
  @Test(arguments: [(false, false), (true, false), (false, true)])
  func aListThatCannotBeFetchedIsAProblem(isNamed: Bool, refreshes: Bool) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(Self.rosters) }
      harness.now += isNamed ? 3_600 : 2 * 86_400
      var options = isNamed ? SyncOptions(.named(["a"])) : SyncOptions(.all(withMeta: false))
      (options.maxAge, options.refreshSites) = (0, refreshes)
      let outcome = try harness.sync(options) {
        $0.method == "sites" ? .error(500, "internal_error", "no") : $0.answer(Self.rosters)
      }
      let isProblem = !isNamed || refreshes
      #expect(outcome.summary?.problems.map(\.reason) == (isProblem ? ["sites_unread"] : []))
      #expect(outcome.summary?.outcome == (isProblem ? .problems : .complete))
      #expect(outcome.summary?.sites.complete == (isNamed ? 1 : 5))
    }
  }

  /// Also on an archive that never knew more sites; the next run fetches the list again, and a run
  /// for named sites is not affected.
  @Test func aListThatIsNotWholeIsAskedForAgain() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let first = try harness.sync(SyncOptions(.all(withMeta: false))) {
        Self.answer($0, listing: 3, total: 5)
      }
      #expect(first.summary?.problems.map(\.reason) == ["sites_incomplete"])
      #expect(first.summary?.sites.complete == 3)
      let named = try harness.sync(SyncOptions(.named(["a"]))) {
        Self.answer($0, listing: 3, total: 5)
      }
      #expect(named.summary?.problems == [])
      #expect(named.sent.filter { $0.label.hasPrefix("sites?") }.count == 1)
      let second = try harness.sync(SyncOptions(.all(withMeta: false))) { $0.answer(Self.rosters) }
      #expect(second.summary?.outcome == .complete)
      #expect(second.summary?.sites.complete == 2)
    }
  }

  /// A cache may not know of a site that an earlier list had, and what happened since its answer is not in it.
  @Test func aCachedListIsDatedAtItsOwnTime() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      func sync(listing count: Int, age: Int) throws -> SyncHarness.Measurement {
        try harness.sync(Self.all()) { call in
          var answer = Self.answer(call, listing: count, total: count)
          if call.method == "sites" { answer.headers["age"] = "\(age)" }
          return answer
        }
      }
      _ = try sync(listing: 5, age: 0)
      harness.now += 3_600
      let old = try sync(listing: 4, age: 7_200)
      #expect(old.warnings.contains { $0.contains("before the latest list was read") })
      #expect(try harness.site("e")?.closedAt == nil)
      harness.now += 3_600
      let now = harness.now
      _ = try sync(listing: 4, age: 3_000)
      let closedAt = try #require(try harness.site("e")?.closedAt)
      #expect(abs(closedAt.timeIntervalSince(now - 3_000)) < 5)
    }
  }

  /// A body that unpacks to more than the bound is a spoilt answer like any other.
  @Test(arguments: ["sites", "users/moderators"])
  func anOversizedAnswerIsAskedForAgain(method: String) throws {
    let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 16 << 20)
    let bomb = GzipCodec.pack(spaces, effort: .least)
    try withMemoryFolder { folder in
      let run = try SyncHarness(in: folder).sync(SyncOptions(.all(withMeta: false))) { call in
        call.method == method && call.repeats == 0 && ["", "c"].contains(call.site)
          ? RawResponse(status: 200, body: bomb) : call.answer(Self.rosters)
      }
      #expect(run.summary?.traffic.retries == 1)
      #expect(run.summary?.outcome == .complete && run.summary?.sites.complete == 5)
    }
  }
}
