import Archive
import Foundation
import Logging
import Networks
import Roster
import SampleNetwork
import Sync
import TestKit
import Testing
import Transport

/// Nights at a farm of wikis, of which only those are read that say that anything can have changed.
struct QuietNightTests {
  private static let kind = ServedNetwork.farm
  private static let nights = 40

  /// What one night was.
  private struct Night {
    var summary: SyncSummary
    /// Wikis whose roster in the archive is not the true one.
    var outdated: Set<SiteID>
    var published: Set<SiteRef>
  }

  @Test func wikisWithoutChangesTakeOneRequest() throws {
    try withMemoryFolder { folder in
      let sites = try Self.sites()
      let nights = try Simulation.run(seed: 1) { world in
        try await Self.play(sites, at: folder + "/a.db", in: world)
      }
      #expect(nights[0].published.count == sites.count && nights[0].summary.sites.unchanged == 0)
      #expect(nights.allSatisfy { $0.summary.problems.isEmpty })
      for night in nights.dropFirst() {
        let (counts, requests) = (night.summary.sites, night.summary.traffic.requests)
        #expect(counts.unchanged + night.published.count == sites.count)
        // The list of wikis takes one more.
        if night.published.isEmpty { #expect(requests <= sites.count + 1) }
      }
      #expect(nights.contains { $0.published.isEmpty })
      #expect(nights.contains { !$0.published.isEmpty && $0.summary.sites.unchanged > 0 })
      #expect(nights.flatMap(\.summary.changes.values).reduce(0, +) > 0)
    }
  }

  /// What a wiki does not say waits for a week at most: then it is read whatever it says.
  @Test func eachWikiIsReadWithinAWeek() throws {
    try withMemoryFolder { folder in
      let sites = try Self.sites()
      let nights = try Simulation.run(seed: 2) { world in
        try await Self.play(sites, at: folder + "/a.db", in: world)
      }
      let week = 7
      for first in nights.indices.dropLast(week) {
        let some = nights[first...(first + week)]
        #expect(some.reduce(into: Set()) { $0.formUnion($1.published) }.count == sites.count)
        #expect(some.map(\.outdated).reduce(Set(sites)) { $0.intersection($1) } == [])
      }
    }
  }

  /// An answer from a cache says nothing of now.
  @Test func aCacheIsNotBelieved() throws {
    try withMemoryFolder { folder in
      let sites = try Self.sites()
      let nights = try Simulation.run(seed: 3) { world in
        try await Self.play(sites, nights: 3, age: 5, at: folder + "/a.db", in: world)
      }
      #expect(nights.allSatisfy { $0.summary.sites.unchanged == 0 })
    }
  }

  private static func sites() throws -> [SiteID] {
    // The sixth wiki is private.
    Array(people(night: 0).network.sites.map(\.site.id).dropFirst().prefix(4))
  }

  private static func people(night: Int) -> SampleConfiguration {
    SampleConfiguration(day: 100 + 3 * night, siteLimit: 5, withMeta: false)
  }

  /// - Parameter age: Seconds; the value of `Age` in each answer.
  private static func play(
    _ sites: [SiteID], nights: Int = nights, age: Int = 0, at path: String, in world: Simulation
  ) async throws -> [Night] {
    let network = try kind.network(of: sites)
    let archive = try ArchiveDatabase.open(at: path, for: .writing)
    var found: [Night] = []
    for night in 0..<nights {
      let service = try kind.service(people(night: night))
      let wire = Wire(sites: sites, service: service, age: age, world: world)
      let requests = try RequestStack(
        wire, network: network, archive: archive, limits: ThrottleLimits(), retries: RetryPolicy(),
        time: world, logger: Logger(label: "sync") { _ in SwiftLogNoOpLogHandler() },
        random: { world.random() })
      let observer = PublishedSites()
      let run = SyncRun(
        archive: archive, network: network, requests: requests,
        options: SyncOptions(.named(sites.map(kind.name))), observer: observer)
      let summary = try await run.run()
      let outdated = try sites.filter { site in
        let users = try archive.currentUsers(of: kind.ref(of: site, in: network)) ?? [:]
        let keys = Set(users.flatMap { role, ids in ids.map { Moderator.Key($0, as: role) } })
        return keys != kind.truth(of: site, by: service, before: [])
      }
      found.append(
        Night(summary: summary, outdated: Set(outdated), published: observer.sites))
      try await world.sleep(seconds: 86_400)
    }
    #expect(try archive.verify(by: [network.id: network.rules]).findings == [])
    try archive.close()
    return found
  }

  private struct Wire: ClientTransport {
    let sites: [SiteID]
    let service: any SampleService
    let age: Int
    let world: Simulation

    func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
      try await world.sleep(seconds: 0.1)
      let (_, target) = kind.target(of: request.url, among: sites)
      var response = try #require(service.response(to: request, at: target, world.now))
      if age > 0 { response.headers["age"] = "\(age)" }
      return request.read(response)
    }
  }
}
