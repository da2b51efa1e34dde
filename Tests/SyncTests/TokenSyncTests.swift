import Archive
import FoundationEssentials
import Logging
import Networks
import Roster
import StackExchange
import Sync
import Synchronization
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

  /// Answers with the rosters; a closure can replace an answer.
  private struct Sites: ClientTransport {
    let world: Simulation
    let rosters: [String: [Int: String]]
    let sent: @Sendable (String) -> Void
    let change: @Sendable (String) -> RawResponse?

    func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
      sent(request.label)
      try await world.sleep(seconds: 0.1)
      if let response = change(request.label) { return request.read(response) }
      guard let users = rosters[request.subject] else {
        return Answer(.temporary(Fault(.connection, "the connection failed")))
      }
      return request.read(TokenNetwork.respond(to: request.url, users: users))
    }
  }

  private static func sync(
    _ options: SyncOptions, at path: String, _ rosters: [String: [Int: String]] = rosters,
    start: Date = Date(unixSeconds: 1_800_000_000),
    limits: ThrottleLimits = ThrottleLimits(),
    _ change: @escaping @Sendable (String) -> RawResponse? = { _ in nil }
  ) throws -> (summary: SyncSummary, sent: [String]) {
    let labels = Mutex<[String]>([])
    let summary = try Simulation.run(seed: 1, start: start) { world in
      let archive = try ArchiveDatabase.open(at: path, for: .writing)
      let wire = Sites(
        world: world, rosters: rosters, sent: { label in labels.withLock { $0.append(label) } },
        change: change)
      let network = TokenNetwork()
      let requests = try RequestStack(
        wire, network: network, archive: archive, limits: limits, retries: RetryPolicy(retries: 2),
        time: world, logger: Logger(label: "sync") { _ in SwiftLogNoOpLogHandler() },
        random: { world.random() })
      let run = SyncRun(
        archive: archive, network: network, requests: requests, options: options,
        observer: Silence())
      let summary = try await run.run()
      try archive.close()
      return summary
    }
    return (summary, labels.withLock { $0 })
  }

  private struct Silence: SyncObserver {
    func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval) {}
    func warning(_ sentence: String) {}
  }

  private static var all: SyncOptions {
    SyncOptions(.named(rosters.keys.sorted().map { "https://\($0)/about" }))
  }

  private static func names(of host: String, at path: String) throws -> [Int: String] {
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    defer { try? archive.close() }
    let rows = try archive.roster(of: SiteRef(TokenNetwork.id, host)).listing.rows
    return Dictionary(
      uniqueKeysWithValues: rows.map { (Int($0[2].description) ?? 0, $0[4].description) })
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
      #expect(try archive.networks() == [TokenNetwork.id])
      #expect(try archive.api(of: TokenNetwork.id) == nil)
      #expect(try archive.verify(by: [TokenNetwork.id: TokenNetwork.rules]).findings == [])
      let unknown = try archive.verify(by: testRules).findings
      #expect(unknown.map(\.rule) == [.evidence, .evidence, .evidence])
      try archive.close()
      let (again, _) = try Self.sync(
        SyncOptions(.scope), at: path, start: Date(unixSeconds: 1_800_090_000))
      #expect(again.sites.complete == 3 && again.changes == [:])
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
        return TokenNetwork.respond(
          to: "https://x/?order=up&limit=3", users: short["many.tokens.test"] ?? [:])
      }
      #expect(summary.sites.incomplete == 1)
      #expect(
        try Self.names(of: "many.tokens.test", at: path) == Self.rosters["many.tokens.test"])
    }
  }

  /// All moderators leave: doubted at first, and accepted when it is read again.
  @Test func anEmptyRosterIsBelievedWhereTheNetworkAllowsOne() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      _ = try Self.sync(Self.all, at: path)
      var empty = Self.rosters
      empty["many.tokens.test"] = [:]
      let (summary, _) = try Self.sync(
        SyncOptions(.scope), at: path, empty, start: Date(unixSeconds: 1_800_090_000))
      #expect(summary.sites.complete == 3 && summary.changes == [.left: 8])
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
