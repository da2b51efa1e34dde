import Archive
import FoundationEssentials
import ModExportCommands
import Roster
import Sync
import TestKit
import Testing
import Transport

/// Runs of a network whose sites each have an API of their own, without a list of sites, a key or a
/// filter.
struct TokenSyncTests {
  private static let rosters: [String: [Int: String]] = [
    "one.tokens.test": [1: "Ann"],
    "many.tokens.test": Dictionary(uniqueKeysWithValues: (1...8).map { ($0, "user \($0)") }),
    "none.tokens.test": [:],
  ]

  private static func sync(
    _ options: SyncOptions, at path: String, _ rosters: [String: [Int: String]] = rosters,
    start: Date = Date(unixSeconds: 1_800_000_000), limits: ThrottleLimits = ThrottleLimits(),
    _ change: @escaping @Sendable (String) -> RawResponse? = { _ in nil }
  ) throws -> (summary: SyncSummary, sent: [String]) {
    try ListSyncHarness(ListNetwork.tokens).sync(
      options, at: path, rosters, start: start, limits: limits
    ) { request, _ in change(request.label) }
  }

  private static func names(of host: String, at path: String) throws -> [Int: String] {
    try ListSyncHarness(ListNetwork.tokens).names(of: host, at: path)
  }

  private static var all: SyncOptions {
    SyncOptions(.named(rosters.keys.sorted().map { "https://\($0)/about" }))
  }

  @Test func sitesBecomeKnownByTheirAddresses() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      let (summary, sent) = try Self.sync(Self.all, at: path)
      #expect(summary.sites.complete == 3 && summary.problems == [])
      // One page twice, three pages twice, an empty one twice.
      #expect(sent.count == 2 + 6 + 2)
      for (host, roster) in Self.rosters { #expect(try Self.names(of: host, at: path) == roster) }
      let archive = try ArchiveDatabase.open(at: path, for: .reading)
      #expect(try archive.networks() == [ListNetwork.tokens.id])
      #expect(try archive.api(of: ListNetwork.tokens.id) == nil)
      #expect(
        try archive.verify(by: [ListNetwork.tokens.id: ListNetwork.tokens.rules]).findings == [])
      let unknown = try archive.verify(by: testRules).findings
      #expect(unknown.map(\.rule) == [.evidence, .evidence, .evidence])
      try archive.close()
      let (again, _) = try Self.sync(
        SyncOptions(.scope), at: path, start: Date(unixSeconds: 1_800_090_000))
      #expect(again.sites.complete == 3 && again.changes == [:])
    }
  }

  /// There is no list of sites whose answer tells the time, so sites are asked for it.
  @Test(arguments: [true, false])
  func datesOfTheFutureAreCorrectedWhereEachSiteHasAServer(tellsTime: Bool) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      let network = ListNetwork.tokens
      let rosters = ["one.tokens.test": [1: "Ann", 2: "Bob"], "dead.tokens.test": [1: "Eve"]]
      let harness = ListSyncHarness(ListNetwork.tokens)
      let right = Date(unixSeconds: 1_800_000_000)
      let named = SyncOptions(.named(rosters.keys.sorted().map { "https://\($0)" }))
      let first = try harness.sync(
        named, at: path, rosters, start: right.addingTimeInterval(86_400 * 400))
      #expect(first.summary.sites.complete == 2)
      var options = SyncOptions(.scope)
      options.redates = true
      let later = right.addingTimeInterval(86_400)
      let mended = try harness.sync(options, at: path, rosters, start: later) { asked, users in
        if asked.url.contains("dead.") { return RawResponse(status: 500, body: []) }
        var response = network.respond(to: asked.url, users: users)
        response.headers["date"] = tellsTime ? later.httpDate : nil
        return response
      }
      guard tellsTime else {
        #expect(mended.summary.failure != nil)
        return
      }
      #expect(mended.summary.failure == nil)
      #expect(mended.summary.sites.complete == 1)
      let archive = try ArchiveDatabase.open(at: path, for: .reading)
      defer { try? archive.close() }
      #expect(
        try archive.newestRoster().map { $0.readAt < later.addingTimeInterval(3_600) } == true)
      #expect(try archive.verify(by: [network.id: network.rules]).findings == [])
    }
  }

  @Test func whatIsNoAddressOfTheNetworkIsNoSite() throws {
    try withTemporaryFolder { folder in
      _ = #expect(throws: SyncFailure.unknownSite("https://example.org", suggestions: [])) {
        try Self.sync(SyncOptions(.named(["https://example.org"])), at: folder + "/a.sqlite")
      }
    }
  }

  @Test func aSiteThatLocksUsOutHoldsNoOtherBack() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      let (summary, sent) = try Self.sync(Self.all, at: path, limits: ThrottleLimits(maxWait: 60)) {
        $0.hasPrefix("many") && $0.hasSuffix("order=up") ? RawResponse(status: 429) : nil
      }
      #expect(summary.sites.complete == 2 && summary.sites.failed == 1)
      let many = try #require(sent.lastIndex { $0.hasPrefix("many") })
      let one = try #require(sent.lastIndex { $0.hasPrefix("one") })
      #expect(one < many)
    }
  }

  /// That is no failure of the network: the next run goes on. Where one site was read, the others are problems of theirs.
  @Test(arguments: [["many", "one", "none"], ["many", "one"], ["many"]])
  func aRunStopsWhereEverySiteAsksForAWait(locked: [String]) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      for start in [1_800_000_000, 1_800_100_000] {
        let (summary, _) = try Self.sync(
          Self.all, at: path, start: Date(unixSeconds: start), limits: ThrottleLimits(maxWait: 60)
        ) { label in
          guard locked.contains(where: label.hasPrefix) else { return nil }
          return RawResponse(status: 429, headers: ["retry-after": "3600"])
        }
        #expect(summary.sites.failed == locked.count)
        #expect((summary.stopped == .lockedOut) == (locked.count == 3))
        #expect(summary.outcome == (locked.count == 3 ? .stopped : .problems))
        #expect(summary.exitStatus == (locked.count == 3 ? .stoppedEarly : .incomplete))
      }
    }
  }

  /// Twenty sites without an answer do not affect the next one.
  @Test func sitesThatDoNotAnswerHoldNoOtherBack() throws {
    try withTemporaryFolder { folder in
      let names = (1...25).map { "dead\($0).tokens.test" } + ["one.tokens.test"]
      let (summary, _) = try Self.sync(SyncOptions(.named(names)), at: folder + "/a.sqlite")
      #expect(summary.sites.failed == 25 && summary.sites.complete == 1)
      #expect(summary.stopped == nil)
    }
  }

  @Test func aListThatIsCutShortIsNotPublished() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      _ = try Self.sync(Self.all, at: path)
      var cut = Self.rosters
      cut["many.tokens.test"] = [1: "user 1", 2: "user 2", 3: "user 3"]
      let short = cut
      let (summary, _) = try Self.sync(
        SyncOptions(.scope), at: path, start: Date(unixSeconds: 1_800_090_000)
      ) { label in
        guard label.hasPrefix("many"), label.contains("order=up") else { return nil }
        return ListNetwork.tokens.respond(
          to: "https://x/?order=up&limit=3", users: short["many.tokens.test"] ?? [:])
      }
      #expect(summary.sites.incomplete == 1)
      #expect(
        try Self.names(of: "many.tokens.test", at: path) == Self.rosters["many.tokens.test"])
    }
  }

  /// A first roster can be empty. One that all moderators have left must be accepted, however often it is read.
  @Test func anEmptyRosterReplacesNoOtherByItself() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      _ = try Self.sync(Self.all, at: path)
      var empty = Self.rosters
      empty["many.tokens.test"] = [:]
      let (summary, _) = try Self.sync(
        SyncOptions(.scope), at: path, empty, start: Date(unixSeconds: 1_800_090_000))
      #expect(
        summary.sites.complete == 2 && summary.sites.incomplete == 1 && summary.changes == [:])
      #expect(
        try Self.names(of: "many.tokens.test", at: path) == Self.rosters["many.tokens.test"])
      var options = SyncOptions(.scope)
      options.acceptShrink = true
      let (accepted, _) = try Self.sync(
        options, at: path, empty, start: Date(unixSeconds: 1_800_180_000))
      #expect(accepted.sites.complete == 3 && accepted.changes == [.left: 8])
      #expect(try Self.names(of: "many.tokens.test", at: path) == [:])
    }
  }

  /// No request is sent that only Stack Exchange has.
  @Test func whoWasElectedIsNotAsked() throws {
    try withTemporaryFolder { folder in
      var options = Self.all
      options.elected = true
      let (summary, sent) = try Self.sync(options, at: folder + "/a.sqlite")
      #expect(summary.problems == [] && sent.count == 10)
    }
  }
}
