import Archive
import FoundationEssentials
import Logging
import ModExportCommands
import Networks
import Roster
import SampleNetwork
import Sync
import Synchronization
import Transport

/// Makes an archive of the sample network as if it had been mirrored for a long time.
///
/// Each reading is a run of the real sync, over HTTP on this machine. Only the time is not real. Sites and pages are
/// read one after the other, so that the same plan always gives the same rows.
struct SampleHistory: Sendable {
  let files: SampleFiles
  let entry: NetworkRegistry.Entry
  /// The network, whose day the plan decides.
  let sample: SampleConfiguration
  let plan: SamplePlan
  let logger: Logger

  /// What all readings together brought.
  struct Outcome: Hashable, Sendable {
    var readings = 0
    /// Sites and moderators of the latest reading.
    var sites = 0
    var moderators = 0
    var changes: [Change.Kind: Int] = [:]
  }

  /// Makes the archive. Where this throws, nothing is left of it.
  ///
  /// - Parameter onReading: Called before each reading with its number, from 1.
  /// - Throws: `ArchiveError`; `CommandFailure` where a reading proves less than everything; `CancellationError`.
  func make(onReading: @escaping @Sendable (Int) -> Void) async throws -> Outcome {
    let time = SampleTime(plan.readings.first?.date ?? plan.latest.date)
    let stage = SampleStage(sample)
    return try await stage.listener(at: time).serving { root in
      try await HTTPTransport.withTransport(
        timeout: 60, connections: 1, userAgent: "modexport/\(modexportVersion)"
      ) { http in
        let archive = try newArchive()
        do {
          let address = try WebAddress(base: "\(root)\(stage.path)")
          let network = try entry.make(NetworkRegistry.NetworkParts(address: address))
          var outcome = Outcome()
          for reading in plan.readings {
            onReading(outcome.readings + 1)
            stage.set(day: reading.day)
            try await time.sleep(until: reading.date)
            outcome.add(try await summary(of: network, outcome, archive, http, time))
          }
          try archive.close()
          return outcome
        } catch {
          try? archive.close()
          files.remove()
          throw error
        }
      }
    }
  }

  /// Another process can have made the same archive meanwhile, which must stay as it is.
  private func newArchive() throws -> ArchiveDatabase {
    let archive = try ArchiveDatabase.open(at: files.path, for: .writing)
    guard try archive.status().lastRun == nil else {
      try archive.close()
      throw files.exists
    }
    return archive
  }

  /// One reading of all sites.
  private func summary(
    of network: any Network, _ outcome: Outcome, _ archive: ArchiveDatabase, _ http: HTTPTransport,
    _ time: SampleTime
  ) async throws -> SyncSummary {
    let requests = try RequestStack(
      http, network: network, archive: archive, limits: ThrottleLimits(concurrency: 1),
      retries: RetryPolicy(), time: time, logger: logger, random: { 0 })
    var options = SyncOptions(outcome.readings == 0 ? .all(withMeta: false) : .scope)
    options.concurrency = 1
    let run = SyncRun(
      archive: archive, network: network, requests: requests, options: options,
      observer: SampleObserver(logger: logger))
    let summary = try await run.run()
    try Task.checkCancellation()
    guard summary.exitStatus == .done else {
      let problem = summary.problems.first
      throw CommandFailure(
        .failed,
        "The reading of \(time.now.rfc3339) is not complete: \(problem?.site?.id ?? "the network") "
          + "(\(problem?.reason ?? summary.outcome.rawValue)).")
    }
    return summary
  }
}

extension SampleHistory.Outcome {
  fileprivate mutating func add(_ summary: SyncSummary) {
    readings += 1
    sites = summary.sites.complete
    moderators = summary.moderators
    changes.merge(summary.changes, uniquingKeysWith: +)
  }
}

/// A sample network whose day can be changed while it is served.
private final class SampleStage: Sendable {
  private let configuration: SampleConfiguration
  private let api: Mutex<SampleAPI>

  init(_ configuration: SampleConfiguration) {
    self.configuration = configuration
    api = Mutex(SampleAPI(configuration))
  }

  func set(day: Int) {
    var configuration = configuration
    configuration.day = day
    let next = SampleAPI(configuration)
    api.withLock { $0 = next }
  }

  /// Where the API begins.
  var path: String { api.withLock { $0.entrance.paths.joined() } }

  func listener(at time: SampleTime) -> SampleListener {
    SampleListener(now: { time.now }) { [self] request, now in
      api.withLock { $0 }.respond(to: request, at: now)
    }
  }
}

/// Passes warnings on.
private struct SampleObserver: SyncObserver {
  let logger: Logger

  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval) {}

  func warning(_ sentence: String) { logger.warning("\(sentence)") }
}
