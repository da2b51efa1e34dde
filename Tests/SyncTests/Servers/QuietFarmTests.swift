import Archive
import Foundation
import Logging
import MediaWiki
import Networks
import Roster
import SampleNetwork
import Sync
import Synchronization
import TestKit
import Testing
import Transport

/// Nights at a farm of wikis over HTTP, by a clock that is a day ahead each night.
struct QuietFarmTests {
  private struct Night {
    var requests: Int
    /// What a dry run tells before.
    var estimate: Double
    var published: Int
    /// Wikis whose roster in the archive is not the true one.
    var outdated: Set<SiteRef>
  }

  /// `QUIET_WIKIS=1000 QUIET_NIGHTS=60` plays a large farm, and tells what each night took.
  @Test func aQuietNightTakesWhatTheDryRunSays() async throws {
    let environment = ProcessInfo.processInfo.environment
    let wikis = environment["QUIET_WIKIS"].flatMap { Int($0) } ?? 12
    let nights = try await Self.play(
      wikis, nights: environment["QUIET_NIGHTS"].flatMap { Int($0) } ?? 9)
    let quiet = nights.filter { $0.published == 0 }
    #expect(quiet.allSatisfy { Double($0.requests) <= 1.1 * Double(wikis) })
    #expect(quiet.allSatisfy { abs($0.estimate - Double($0.requests)) <= 0.05 * $0.estimate })
    #expect(nights.contains { $0.published > 0 && $0.published < wikis })
    // No change is seen later than a week, and none is lost.
    var ages: [SiteRef: Int] = [:]
    var oldest = 0
    for night in nights {
      ages = Dictionary(uniqueKeysWithValues: night.outdated.map { ($0, ages[$0, default: 0] + 1) })
      oldest = max(oldest, ages.values.max() ?? 0)
    }
    #expect(oldest < 7)
    guard wikis >= 100 else { return }
    let ordinary = nights.filter { $0.published < wikis / 2 }
    let estimated = nights.dropFirst().map(\.estimate).reduce(0, +)
    let sent = nights.dropFirst().map { Double($0.requests) }.reduce(0, +)
    print(
      nights.map {
        "\($0.requests) requests, \($0.estimate) told, \($0.published) read, \($0.outdated.count) outdated"
      }
      .joined(separator: "\n"))
    print(
      "most in a night without the weekly reading: \(ordinary.map(\.requests).max() ?? 0); "
        + "oldest change: \(oldest) nights; told \(estimated), sent \(sent)")
    #expect(abs(estimated - sent) <= 0.05 * sent)
  }

  private static func play(_ count: Int, nights: Int) async throws -> [Night] {
    let first = 100
    var people = SampleConfiguration(day: first, siteLimit: count, withMeta: false)
    // A list of 25,000 changes every night.
    people.withLarge = false
    let wikis = SampleWikis(
      WikiConfiguration(network: people, loggedFrom: first, perMinute: nil))
    let farm = Mutex((wikis: wikis, night: 0))
    let listener = SampleListener(
      now: { Date() + TimeInterval(farm.withLock(\.night)) * 86_400 },
      responder: { request, now in farm.withLock(\.wikis).respond(to: request, at: now) })
    return try await withTemporaryFolder { folder in
      let archive = try ArchiveDatabase.open(at: folder + "/a.db", for: .writing)
      let found = try await listener.serving { root in
        var found: [Night] = []
        let contact = try #require(OperatorContact("tests@example.org"))
        let network = try MediaWikiNetwork(
          farm: WebAddress(base: "\(root)/cookingwiki/w/api.php"), program: "modexport/1.0",
          contact: contact)
        for night in 0..<nights {
          let wikis = farm.withLock(\.wikis).on(day: first + night)
          farm.withLock { $0 = (wikis, night) }
          let time = ShiftedTime(time: SystemTime(), error: TimeInterval(night) * 86_400)
          found.append(try await play(network, archive, at: time, truth: wikis))
        }
        #expect(try archive.verify(by: [network.id: network.rules]).findings == [])
        return found
      }
      try archive.close()
      return found
    }
  }

  private static func play(
    _ network: MediaWikiNetwork, _ archive: ArchiveDatabase, at time: ShiftedTime,
    truth: SampleWikis
  ) async throws -> Night {
    let options = SyncOptions(.all(withMeta: true))
    let known = try archive.knownSites(of: network.id)
    let plan = try SyncPlan(options, sites: known, scope: Scope(.all), now: time.now)
    let estimates = try RequestEstimates(options, network, archive)
    let others = try estimates.others(in: archive, now: time.now)
    let estimate = plan.walks.reduce(Double(others)) { sum, site in
      sum + estimates.requests(for: site.ref, isChecked: plan.marks[site.ref] != nil)
    }
    let observer = PublishedSites()
    let summary = try await HTTPTransport.withTransport(
      timeout: 60, connections: 8, userAgent: "modexport/tests"
    ) { http in
      let requests = try RequestStack(
        http, network: network, archive: archive, limits: ThrottleLimits(rate: 1_000_000),
        retries: RetryPolicy(),
        time: time, logger: Logger(label: "sync") { _ in SwiftLogNoOpLogHandler() },
        random: { 0.5 })
      return try await SyncRun(
        archive: archive, network: network, requests: requests, options: options,
        observer: observer
      ).run()
    }
    #expect(summary.problems.isEmpty, "\(summary.problems)")
    let outdated = try archive.knownSites(of: network.id).map(\.site.ref).filter { site in
      let people = truth.people(at: site.id) ?? [:]
      let groups = people.filter { !["bot", "patroller"].contains($0.key) && !$0.value.isEmpty }
      let users = try archive.currentUsers(of: site) ?? [:]
      let names = groups.values.joined().map { ($0.id, $0.name) }
      return try Dictionary(
        uniqueKeysWithValues: groups.map { (Role(rawValue: $0.key), Set($0.value.map(\.id))) })
        != users
        || archive.currentNames(of: site) != Dictionary(names) { first, _ in first }
    }
    return Night(
      requests: summary.traffic.requests, estimate: estimate, published: observer.sites.count,
      outdated: Set(outdated))
  }
}
