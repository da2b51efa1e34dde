import Archive
import Foundation
import Logging
import Networks
import Roster
import SampleNetwork
import StackExchange
import Sync
import Synchronization
import TestKit
import Transport

/// One simulated history: the runs of a scenario, one after the other, on one archive.
final class History {
  private let scenario: Scenario
  private let folder: String
  private let endpoint: APIEndpoint
  private let sites: [SiteRef]
  private let ledger: Ledger
  private let audit: AuditBox
  private var now: Date
  private var life = 0
  /// The sites of another network in the same archive; nil where the scenario has none.
  private var lists: ListHistory?
  /// Open where the previous run was not killed.
  private var archive: ArchiveDatabase?

  /// The results of a finished history.
  struct Result {
    var violations: [String]
    var counts: SimulationCounts
    var rows: [Ledger.Row]
  }

  /// - Parameters:
  ///   - folder: An empty folder for this history only.
  ///   - template: An empty archive, as bytes.
  ///   - verbose: Whether to log every event.
  static func play(
    _ scenario: Scenario, in folder: String, template: Data, verbose: Bool
  ) throws -> Result {
    let history = History(scenario, in: folder, Ledger(verbose: verbose))
    try template.write(to: URL(filePath: history.path))
    try history.play()
    return Result(
      violations: history.ledger.violations, counts: history.ledger.counts,
      rows: history.ledger.rows)
  }

  private init(_ scenario: Scenario, in folder: String, _ ledger: Ledger) {
    self.ledger = ledger
    self.scenario = scenario
    self.folder = folder
    endpoint = APIEndpoint(base: SimulatedAPI.base, key: scenario.key.map { APIKey($0) })
    sites = scenario.network.network.sites.map(\.site.ref).filter { $0.id != Scenario.unlisted }
    audit = AuditBox(Audit(ledger: ledger, isSafe: scenario.refusesFilters))
    now = scenario.start
    if !scenario.listRuns.isEmpty {
      lists = ListHistory(scenario.listRuns, ledger, at: scenario.start)
    }
  }

  private var path: String { "\(folder)/life-\(life).sqlite" }

  private func play() throws {
    ledger.count { $0.seeds += 1 }
    var earlier: SampleAPI?
    for day in scenario.days {
      var configuration = scenario.network
      configuration.day = day.number
      configuration.limits = day.limits
      configuration.faults = day.faults
      // Users who left return only when no page of an earlier walk remains: the manual describes
      // under completeness what an earlier return would hide.
      let isSoon = day.runs.first.map { $0.pause < 6 * 3_600 } ?? false
      let api = SampleAPI(configuration, after: isSoon ? earlier : nil)
      earlier = api
      ledger.note("day \(day.number): \(day.faults)", at: now)
      for (index, drawn) in day.runs.enumerated() {
        var run = drawn
        run.options.pageSize = scenario.pageSize
        run.verifies = run.isFinal && scenario.verifies
        now += run.pause
        if index == 0 { ledger.see(api, at: now, sites: sites) }
        try play(run, api)
        guard ledger.violations.isEmpty else { return }
        try playLists()
        guard ledger.violations.isEmpty else { return }
      }
    }
  }

  private func play(_ run: Scenario.Run, _ api: SampleAPI) throws {
    let end = try live(run) { [endpoint, ledger, audit, scenario] simulation, archive in
      let wire = SimulatedAPI(
        api: api, world: simulation, ledger: ledger, run: run,
        refusesFilters: scenario.refusesFilters)
      return try await Self.life(run, archive, wire, endpoint, ledger, audit, in: simulation)
    }
    if run.isFinal, let end { audit.value.expectEverything(of: sites, end) }
  }

  /// The run of the other network that follows.
  private func playLists() throws {
    guard let lists, let run = lists.nextRun() else { return }
    _ = try live(run) { simulation, archive in
      try await lists.live(run, archive, in: simulation)
    }
  }

  /// Runs a sync in a new simulation.
  ///
  /// - Returns: The result of the body; nil where the process was killed.
  private func live<Ending: Sendable>(
    _ run: Scenario.Run,
    _ body: @escaping @Sendable (Simulation, ArchiveDatabase) async throws -> Ending
  ) throws -> Ending? {
    ledger.note("run \(run)", at: now)
    ledger.count { $0.runs += 1 }
    ledger.revive()
    let start = now
    let world = WorldEnd()
    let archive = try archive ?? ArchiveDatabase.open(at: path, for: .writing)
    do {
      let (ending, end) = try Simulation.run(
        seed: run.seed, start: now,
        while: { [self] in proceed($0, step: $1, run, start, world) },
        { simulation in (try await body(simulation, archive), simulation.now) })
      now = end
      self.archive = run.closes ? nil : archive
      if run.closes { try archive.close() }
      ledger.count { $0.steps += world.steps }
      return ending
    } catch let stuck as Simulation.Stuck {
      ledger.fail("the run is stuck: \(stuck)")
    } catch is Simulation.Ended {
      self.archive = nil
      ledger.count { $0.steps += world.steps }
    }
    return nil
  }
}

/// The audit of a history, shared by the simulations of its runs.
private final class AuditBox: Sendable {
  private let audit: Mutex<Audit>

  init(_ audit: Audit) {
    self.audit = Mutex(audit)
  }

  var value: Audit { audit.withLock { $0 } }

  func change(_ body: (inout Audit) throws -> Void) throws {
    try audit.withLock { try body(&$0) }
  }
}

/// The state of a simulation at its end.
private final class WorldEnd {
  var steps = 0
}

extension History {
  /// Ends the simulation where the scenario kills the process, or where a run takes too long.
  private func proceed(
    _ world: Simulation, step: Int, _ run: Scenario.Run, _ start: Date, _ end: WorldEnd
  ) -> Bool {
    end.steps = step
    if case .kill(step) = run.end {
      ledger.count { $0.kills += 1 }
      ledger.note("killed", at: world.now)
      now = world.now
      ledger.kill(at: now)
      keepFile()
      return false
    }
    guard step < 1_000_000, world.now < start + 3 * 86_400 else {
      ledger.fail("the run does not end: step \(step), \(world.now.timeIntervalSince(start)) s")
      ledger.kill(at: world.now)
      return false
    }
    return true
  }

  /// Copies the files that a process killed now leaves on disk; later effects of the cancellation
  /// change only the old files.
  private func keepFile() {
    let old = path
    life += 1
    for suffix in ["", "-wal", "-journal"] {
      guard FileManager.default.fileExists(atPath: old + suffix) else { continue }
      do {
        try FileManager.default.copyItem(atPath: old + suffix, toPath: path + suffix)
      } catch {
        ledger.fail("the archive could not be copied: \(error)")
      }
    }
  }

  private static func life(
    _ run: Scenario.Run, _ archive: ArchiveDatabase, _ wire: SimulatedAPI, _ endpoint: APIEndpoint,
    _ ledger: Ledger, _ audit: AuditBox, in world: Simulation
  ) async throws -> RunEnding {
    try audit.change { try $0.begin(run, archive, at: world.now) }
    var endpoint = endpoint
    // An archive without an API yet would be bound to the other one.
    if run.asksOtherAPI, try archive.api(of: testNetwork) != nil {
      endpoint = APIEndpoint(base: SimulatedAPI.otherBase, key: endpoint.key)
    }
    let network = StackExchangeNetwork(endpoint)
    let requests = try RequestStack(
      wire, network: network, archive: archive, limits: run.limits, retries: run.retries,
      time: ShiftedTime(time: world, error: run.clockError),
      logger: Logger(label: "sync") { _ in SwiftLogNoOpLogHandler() }, random: { world.random() })
    let sync = SyncRun(
      archive: archive, network: network, requests: requests, options: run.options,
      observer: RunObserver(ledger: ledger, time: world))
    let ending = try await RunEnding.of(sync, run.end, ledger, in: world)
    ledger.note("\(ending)", at: world.now)
    // Errors of a killed run are invisible.
    guard ledger.isAlive else { throw CancellationError() }
    try audit.change { try $0.finish(run, ending, archive, at: world.now) }
    return ending
  }
}

/// The result of one run.
enum RunEnding {
  case finished(SyncSummary)
  case refused(SyncFailure)

  /// Runs it as the command does, with the scenario's signal.
  static func of(
    _ sync: SyncRun, _ end: Scenario.End, _ ledger: Ledger,
    in world: Simulation
  ) async throws -> RunEnding {
    do {
      guard case .signal(let number, let delay) = end else {
        return .finished(try await sync.run())
      }
      return .finished(
        try await sync.run(
          until: OneSignal(number, after: delay, in: world) {
            ledger.signal(at: world.now)
          }))
    } catch let failure as SyncFailure {
      return .refused(failure)
    }
  }
}

/// One signal after some seconds.
private struct OneSignal: AsyncSequence, Sendable {
  let number: CInt
  let delay: TimeInterval
  let world: Simulation
  let willCome: @Sendable () -> Void

  init(
    _ number: CInt, after delay: TimeInterval, in world: Simulation,
    willCome: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.delay = delay
    self.world = world
    self.willCome = willCome
  }

  func makeAsyncIterator() -> Iterator { Iterator(signal: self) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let signal: OneSignal
    fileprivate var hasCome = false

    mutating func next() async -> CInt? {
      guard !hasCome else { return nil }
      hasCome = true
      do { try await signal.world.sleep(seconds: signal.delay) } catch { return nil }
      signal.willCome()
      return signal.number
    }
  }
}

/// Records the events of a run.
struct RunObserver: SyncObserver {
  let ledger: Ledger
  let time: any TimeSource

  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval) {
    ledger.note(
      "published \(site): \(publication.moderators), \(publication.changes.count) changes",
      at: time.now)
  }

  func warning(_ sentence: String) {
    ledger.note(sentence, at: time.now)
  }
}
