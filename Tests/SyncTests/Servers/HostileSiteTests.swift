import Archive
import Foundation
import Logging
import ModExportCommands
import Networks
import Roster
import SampleNetwork
import Sync
import Synchronization
import TestKit
import Testing
import Transport

/// Histories of several nights on each real network, in which one server is hostile and the others are honest.
struct HostileSiteTests {
  /// `SIMULATION_FROM` and `SIMULATION_COUNT` choose the seeds.
  @Test(arguments: SimulationTests.batches)
  func oneHostileServerKeepsNoHonestSiteFromBeingProven(seeds: Range<Int>) throws {
    let template = try SimulationTests.emptyArchive()
    for seed in seeds {
      try withMemoryFolder { folder in
        let path = folder + "/a.db"
        try template.write(to: URL(filePath: path))
        let history = try HostileHistory(seed: UInt64(seed))
        let found = try Simulation.run(seed: UInt64(seed)) {
          try await history.play(at: path, in: $0)
        }
        if let first = found.first {
          Issue.record("seed \(seed), as scripts/simulate \(seed) 1 plays: \(first)")
        }
      }
    }
  }
}

/// The nights of one seed.
private struct HostileHistory: Sendable {
  private let seed: UInt64
  private let kind: ServedNetwork
  private let people: SampleConfiguration
  private let sites: [SiteID]
  private let liar: SiteID
  private let network: any Network
  private let nights: [HostileServer]
  private let options: SyncOptions

  init(seed: UInt64) throws {
    var random = SeededRandom(seed: seed &+ 77)
    self.seed = seed
    kind = random.pick(ServedNetwork.allCases)
    // The sixth wiki is private.
    people = SampleConfiguration(
      seed: seed, day: random.pick([0, 40, 200]), siteLimit: kind.grade == .corroborated ? 5 : 9,
      withMeta: false)
    let days = [0, 1, 2].map { [people] in people.network.on(day: people.day + $0) }
    // The first site has 84 people, which would only take time. A forum always has an admin, as which employees appear.
    let possible = days[0].sites.dropFirst().map(\.site.id).filter { [kind] site in
      kind.grade == .corroborated
        || days.allSatisfy { $0.roster(of: site).contains(where: \.isStaff) }
    }
    sites = Array(possible.prefix(random.pick([3, 4])))
    try #require(sites.count > 2)
    liar = random.pick(sites)
    network = try kind.network(of: sites)
    var server = HostileServer(of: kind, at: liar, &random)
    let begins = random.pick([0, 0, 1])
    var nights: [HostileServer] = []
    for night in 0..<3 {
      if random.chance(30) { server = HostileServer(of: kind, at: liar, &random) }
      nights.append(night < begins ? HostileServer(honest: kind) : server)
    }
    self.nights = nights
    var options = SyncOptions(.named(sites.shuffled(using: &random).map(kind.name)))
    // An honest site is read each night, also where it says that nothing changed.
    options.maxAge = 0
    options.concurrency = random.pick([1, 2, 8])
    options.pageSize = random.pick([nil, nil, 5])
    self.options = options
  }

  /// Returns what is wrong.
  func play(at path: String, in world: Simulation) async throws -> [String] {
    let archive = try ArchiveDatabase.open(at: path, for: .writing)
    var found: [String] = []
    for night in nights.indices {
      found += try await play(night, archive, world).map {
        "night \(night), \(kind), \(liar): \(nights[night]): \($0)"
      }
      try await world.sleep(seconds: 86_400)
    }
    found += try archive.verify(by: [network.id: network.rules]).findings.map { "verify: \($0)" }
    try archive.close()
    return found
  }

  private func play(
    _ night: Int, _ archive: ArchiveDatabase, _ world: Simulation
  ) async throws -> [String] {
    var people = people
    people.day += night
    let honest = try kind.service(people)
    let wire = ServedWire(
      kind: kind, sites: sites, liar: liar, honest: honest,
      lying: nights[night].faults.isEmpty
        ? honest : try kind.service(people, faults: nights[night].faults), server: nights[night],
      world: world)
    let refs = Dictionary(uniqueKeysWithValues: sites.map { ($0, kind.ref(of: $0, in: network)) })
    let before = try refs.mapValues { try archive.rosterIfKnown(of: $0) }
    let requests = try requests(wire, archive, world)
    let observer = PublishedSites()
    let summary = try await SyncRun(
      archive: archive, network: network, requests: requests, options: options, observer: observer
    ).run()
    var found = check(summary, published: observer.sites, refs)
    for (site, ref) in refs {
      let after = try archive.rosterIfKnown(of: ref)
      let old = before[site] ?? []
      if site != liar {
        let truth = kind.truth(of: site, by: honest, before: old)
        if after != truth { found.append("\(site) is \(after), not \(truth)") }
        let grade = try archive.currentGrade(of: ref)
        if grade != kind.grade { found.append("\(site) is \(grade.map { "\($0)" } ?? "unknown")") }
      } else if !observer.sites.contains(ref) {
        if after != old { found.append("its roster changed") }
        if nights[...night].allSatisfy(\.isHarmless) { found.append("it does no harm") }
      } else if let why = wire.told.contradiction(of: after, kind, before: old) {
        found.append("published \(after) although \(why)")
      } else if nights[night].isUndated {
        found.append("published what cannot be dated")
      }
    }
    if wire.count > Self.mostRequests { found.append("\(wire.count) requests for it") }
    return found.map { "\($0) (\(summary))" }
  }

  private func requests(
    _ wire: ServedWire, _ archive: ArchiveDatabase, _ world: Simulation
  ) throws -> RequestStack {
    try RequestStack(
      wire, network: network, archive: archive, limits: ThrottleLimits(),
      retries: RetryPolicy(retries: 2), time: world,
      logger: Logger(label: "sync") { _ in SwiftLogNoOpLogHandler() }, random: { world.random() })
  }

  /// Three walks of a roster that does not end.
  private static let mostRequests = 700

  /// Each honest site is proven, and only the hostile one can be a problem, which the exit code tells.
  private func check(
    _ summary: SyncSummary, published: Set<SiteRef>, _ refs: [SiteID: SiteRef]
  ) -> [String] {
    var found: [String] = []
    let liar = refs[liar]
    if summary.failure != nil || summary.stopped != nil { found.append("the run ended early") }
    let problems = Set(summary.problems.map(\.site))
    if !problems.isSubset(of: [liar]) { found.append("another site is a problem") }
    for ref in refs.values where problems.contains(ref) == published.contains(ref) {
      found.append("\(ref) is \(published.contains(ref) ? "" : "not ")published")
    }
    if summary.exitStatus != (problems.isEmpty ? .done : .incomplete) {
      found.append("it exits with \(summary.exitStatus)")
    }
    return found
  }
}

/// The sites of one night behind a simulated connection.
private struct ServedWire: ClientTransport {
  let kind: ServedNetwork
  let sites: [SiteID]
  let liar: SiteID
  let honest: any SampleService
  let lying: any SampleService
  let server: HostileServer
  let world: Simulation
  let told = ToldLists()
  private let sent = Sent()

  init(
    kind: ServedNetwork, sites: [SiteID], liar: SiteID, honest: any SampleService,
    lying: any SampleService, server: HostileServer, world: Simulation
  ) {
    (self.kind, self.sites, self.liar, self.world) = (kind, sites, liar, world)
    (self.honest, self.lying, self.server) = (honest, lying, server)
  }

  private final class Sent: Sendable {
    let count = Mutex(0)
  }

  /// The requests to the hostile server.
  var count: Int { sent.count.withLock { $0 } }

  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    try await world.sleep(seconds: 0.1)
    let (site, target) = kind.target(of: request.url, among: sites)
    let isLiar = site == liar
    guard var response = (isLiar ? lying : honest).response(to: request, at: target, world.now)
    else { return Answer(.temporary(Fault(.cutShort, "the connection was closed early"))) }
    if isLiar {
      sent.count.withLock { $0 += 1 }
      response = server.answer(response, to: request.url)
      told.note(response, to: request.url)
    }
    return request.read(response)
  }
}

extension ArchiveDatabase {
  /// The keys of the published roster; none of a site that was never published or heard of.
  fileprivate func rosterIfKnown(of site: SiteRef) throws -> Set<Moderator.Key> {
    let isKnown = try knownSites(of: site.network).contains { $0.site.ref == site }
    let users = isKnown ? try currentUsers(of: site) ?? [:] : [:]
    return Set(users.flatMap { role, ids in ids.map { Moderator.Key($0, as: role) } })
  }
}
