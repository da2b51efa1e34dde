import Archive
import FoundationEssentials
import Logging
import Networks
import Sync
import Transport

/// One run of `modexport-sample probe`: sends its questions within the limits of a run.
struct ProbeRun: Sendable {
  private let network: any Network
  private let probe: APIProbe
  private let transport: any ClientTransport
  private let throttle: Throttle
  private let traffic: Traffic
  private let archive: ArchiveDatabase?

  /// - Parameters:
  ///   - sender: The innermost transport: HTTP, or a test double.
  ///   - archive: Open for writing; it stores waits between runs. nil where there is none.
  ///   - random: A number from 0 up to 1, for the jitter of retries.
  /// - Throws: `ArchiveError`.
  init(
    _ sender: any ClientTransport, network: any Network, probe: APIProbe,
    archive: ArchiveDatabase?, limits: ThrottleLimits, retries: RetryPolicy, time: any TimeSource,
    logger: Logger, random: @escaping @Sendable () -> Double
  ) throws {
    var limits = limits
    limits.maxRequests = min(limits.maxRequests ?? .max, probe.mostRequests)
    limits.concurrency = 1
    let traffic = Traffic()
    throttle = Throttle(
      limits: limits,
      state: try archive?.throttle(for: network.throttleKey(for: nil)) ?? ThrottleState(),
      time: time, traffic: traffic)
    transport = Retrying(
      Throttled(Logged(sender, logger: logger, time: time), throttle: throttle), policy: retries,
      time: throttle.time, traffic: traffic, random: random)
    self.network = network
    self.probe = probe
    self.traffic = traffic
    self.archive = archive
  }

  /// The throttle's state: until when to wait.
  var throttleState: ThrottleState { get async { await throttle.ending.state } }

  /// Sends the questions. Stores the waits that the API asked for in the archive, where there is one.
  ///
  /// - Throws: `ArchiveError`; `CancellationError`.
  func run() async throws -> ProbeResult {
    let result: ProbeResult
    do {
      result = try await probe.ask(transport, traffic: traffic, time: throttle.time)
    } catch {
      try await keepWaits()
      throw error
    }
    try await keepWaits()
    return result
  }

  private func keepWaits() async throws {
    try archive?.saveThrottle(await throttle.ending.state, for: network.throttleKey(for: nil))
  }
}
