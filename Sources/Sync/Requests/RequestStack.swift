package import Archive
import FoundationEssentials
package import Logging
package import Networks
import Roster
package import Transport

/// The transports of a request, from the outermost to the innermost: retry, check of the witness,
/// throttle, log, witness, HTTP. A circuit breaker wraps the throttle where one API serves
/// all sites.
package struct RequestStack: Sendable {
  package let transport: any ClientTransport
  package let throttles: ThrottlePool
  package let traffic: Traffic
  /// A time source whose waits end with the run.
  package let time: any TimeSource
  /// A time source whose waits do not end with the run.
  let clock: any TimeSource
  /// Checks which API answers, and whether this machine's clock is right.
  let witness: APIWitness

  /// - Parameters:
  ///   - sender: The innermost transport: HTTP, or a test double.
  ///   - archive: Open for writing; it stores the deadlines between runs.
  ///   - adoptsAPI: Whether the archive may switch to another API than the one it was mirrored
  ///     from.
  ///   - clocks: Those of all servers of the process.
  ///   - random: A number from 0 up to 1, for the jitter of retries.
  /// - Throws: `ArchiveError`.
  package init(
    _ sender: any ClientTransport, network: any Network, archive: ArchiveDatabase,
    limits: ThrottleLimits, retries: RetryPolicy, adoptsAPI: Bool = false, time: any TimeSource,
    logger: Logger, clocks: ServerClocks = ServerClocks(),
    random: @escaping @Sendable () -> Double
  ) throws {
    let traffic = Traffic()
    throttles = ThrottlePool(
      limits: limits, time: time, traffic: traffic, isShared: network.isShared,
      load: archive.throttle,
      persist: { key, state in
        Self.keep(state, of: key, at: time.now, in: archive, logger)
      })
    self.traffic = traffic
    self.time = throttles.time
    clock = time
    witness = APIWitness(
      host: network.host, bound: adoptsAPI ? nil : try archive.api(of: network.id),
      hasServerOfEachSite: network.hasServerOfEachSite, clocks: clocks)
    let witnessed = Witnessed(next: sender, witness: witness, time: throttles.time)
    let logged = Logged(witnessed, logger: logger, time: throttles.time)
    let believed = Believed(next: Throttled(logged, throttles: throttles), witness: witness)
    transport = Retrying(
      try Self.breaker(before: believed, throttles, network) ?? believed, policy: retries,
      time: throttles.time, traffic: traffic, logger: logger, random: random)
  }

  /// Stores and logs a wait that the API asked for.
  private static func keep(
    _ state: ThrottleState, of key: String, at now: Date, in archive: ArchiveDatabase,
    _ logger: Logger
  ) {
    if let wait = state.latestWait(after: now) {
      logger.info(
        "waiting as the API asked",
        metadata: [
          "api": "\(key)", "method": "\(wait.method ?? "any")",
          "until": "\(wait.until.rfc3339)",
          "seconds": .seconds(wait.until.timeIntervalSince(now)),
        ])
    }
    do {
      try archive.saveThrottle(state, for: key)
    } catch {
      logger.warning(
        "The wait that the API asked for could not be stored for the next run: \(error)")
    }
  }

  /// Its test request asks for the first rows of the list of sites. nil where each site has an API
  /// of its own: then failures of some sites mean nothing for the others.
  private static func breaker(
    before next: any ClientTransport, _ throttles: ThrottlePool, _ network: any Network
  ) throws -> CircuitBreaker? {
    guard network.host != nil else { return nil }
    let throttle = try throttles.throttle(for: network.throttleKey(for: nil))
    return CircuitBreaker(next, throttle: throttle) { transport, number in
      guard let page = network.sitePage(at: nil, size: number, prepared: nil) else { return nil }
      return try await transport.send(page).outcome
    }
  }
}

extension ArchiveDatabase {
  /// The throttle's state from an earlier run; an empty state where there is none, or where this
  /// version cannot read it.
  package func throttle(for key: String) throws -> ThrottleState {
    guard let json = try throttleState(for: key) else { return ThrottleState() }
    return ThrottleState(json: json) ?? ThrottleState()
  }

  /// Stores a throttle's state for the next run.
  ///
  /// - Throws: `ArchiveError`.
  package func saveThrottle(_ state: ThrottleState, for key: String) throws {
    try saveThrottleState(StoredJSON.text(of: state), for: key)
  }
}

extension ThrottleState {
  /// Decodes the form that an archive stores; nil for anything else.
  package init?(json: String) {
    guard let state = StoredJSON.value(Self.self, in: json) else { return nil }
    self = state
  }
}
