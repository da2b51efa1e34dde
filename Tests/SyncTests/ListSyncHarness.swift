import Archive
import FoundationEssentials
import Logging
import Networks
import Roster
import Sync
import Synchronization
import TestKit
import Transport

/// Runs of a ``ListNetwork`` against sites in memory.
struct ListSyncHarness {
  let network: ListNetwork

  init(_ kind: ListNetwork.Kind) {
    self.init(ListNetwork(kind))
  }

  init(_ network: ListNetwork) {
    self.network = network
  }

  /// What a request asks for.
  struct Asked {
    var label: String
    var url: String
  }

  /// Replaces the answer to a request; gets the correct roster of its site.
  typealias Change = @Sendable (Asked, [Int: String]) -> RawResponse?

  private struct Sites: ClientTransport {
    let world: Simulation
    let network: ListNetwork
    let rosters: [String: [Int: String]]
    let sent: @Sendable (String) -> Void
    let change: Change

    func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
      sent(request.label)
      try await world.sleep(seconds: 0.1)
      let users = rosters[request.subject]
      let asked = Asked(label: request.label, url: request.url)
      if let response = change(asked, users ?? [:]) { return request.read(response) }
      guard let users else {
        return Answer(.temporary(Fault(.connection, "the connection failed")))
      }
      return request.read(network.respond(to: request.url, users: users))
    }
  }

  private struct Silence: SyncObserver {
    func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval) {}
    func warning(_ sentence: String) {}
  }

  /// - Parameter rosters: Names by id, by host.
  func sync(
    _ options: SyncOptions, at path: String, _ rosters: [String: [Int: String]],
    start: Date = Date(unixSeconds: 1_800_000_000), limits: ThrottleLimits = ThrottleLimits(),
    _ change: @escaping Change = { _, _ in nil }
  ) throws -> (summary: SyncSummary, sent: [String]) {
    let labels = Mutex<[String]>([])
    let summary = try Simulation.run(seed: 1, start: start) { world in
      let archive = try ArchiveDatabase.open(at: path, for: .writing)
      let wire = Sites(
        world: world, network: network, rosters: rosters,
        sent: { label in labels.withLock { $0.append(label) } }, change: change)
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

  /// The published roster of a site: names by id.
  func names(of host: String, at path: String) throws -> [Int: String] {
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    defer { try? archive.close() }
    let rows = try archive.roster(of: SiteRef(network.id, host)).listing.rows
    return Dictionary(
      uniqueKeysWithValues: rows.map { (Int($0[2].description) ?? 0, $0[4].description) })
  }
}
