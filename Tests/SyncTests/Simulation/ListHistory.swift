import Archive
import FoundationEssentials
import Logging
import Roster
import Sync
import Synchronization
import TestKit
import Transport

/// The runs of a ``ListNetwork`` in one history.
final class ListHistory: Sendable {
  private let runs: Mutex<[Scenario.Run]>
  private let sites: ListSites
  private let ledger: Ledger
  private let audit: Mutex<ListAudit>

  init(_ runs: [Scenario.Run], _ ledger: Ledger, at now: Date) {
    self.runs = Mutex(runs)
    self.ledger = ledger
    var random = SeededRandom(seed: runs[0].seed &+ 1)
    let sites = ListSites(random.pick(ListNetwork.all), seed: runs[0].seed, at: now)
    self.sites = sites
    audit = Mutex(ListAudit(sites: sites, ledger: ledger))
  }

  /// The next run; nil after the last.
  func nextRun() -> Scenario.Run? {
    runs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Runs one sync on the archive, which also contains the sites of another network.
  func live(
    _ run: Scenario.Run, _ archive: ArchiveDatabase, in world: Simulation
  ) async throws {
    try audit.withLock { try $0.begin(archive, run.options) }
    if run.isFinal { sites.calmDown(at: world.now) }
    let network = sites.network
    var options = run.options
    options.selection = .named(sites.hosts.map { "https://\($0)/" })
    let requests = try RequestStack(
      ListWire(sites: sites, world: world, ledger: ledger, travel: run.travel), network: network,
      archive: archive, limits: run.limits, retries: run.retries, time: world,
      logger: Logger(label: "sync") { _ in SwiftLogNoOpLogHandler() }, random: { world.random() })
    let sync = SyncRun(
      archive: archive, network: network, requests: requests, options: options,
      observer: RunObserver(ledger: ledger, time: world))
    let ending = try await RunEnding.of(sync, run.end, ledger, in: world)
    ledger.note("\(ending)", at: world.now)
    // Errors of a killed run are invisible.
    guard ledger.isAlive else { throw CancellationError() }
    switch ending {
    case .finished(let summary):
      try audit.withLock { try $0.finish(summary, archive, isFinal: run.isFinal) }
    case .refused(let failure): ledger.fail("a run of lists ends with \(failure)")
    }
    if run.isFinal {
      let findings = try archive.verify(by: mixedRules).findings
      ledger.expect(findings.isEmpty, "verify finds \(findings)")
    }
  }
}
