package import Archive
import FoundationEssentials
package import Logging
package import Networks
import Roster
package import Transport

/// The way of a request, in the order in which it passes: retried, believed, throttled, noticed, logged,
/// witnessed, sent. A circuit breaker stands before the throttle where one API answers for all sites.
package struct RequestStack: Sendable {
  package let transport: any ClientTransport
  package let throttles: ThrottlePool
  package let traffic: Traffic
  /// Time whose waits end with the run.
  package let time: any TimeSource
  /// Time that goes on when the run is to end.
  let clock: any TimeSource
  let notices: AnswerNotices
  /// Knows who answers, and whether our clock is right.
  let witness: APIWitness

  /// - Parameters:
  ///   - sender: What sends a request, over HTTP or in a test otherwise.
  ///   - archive: Open for writing; it holds the deadlines of earlier runs and takes new ones.
  ///   - adoptsAPI: Whether the archive may become one of another API than it was mirrored from.
  ///   - random: A number from 0 up to 1, for the jitter of retries.
  /// - Throws: `ArchiveError`.
  package init(
    _ sender: any ClientTransport, network: any Network, archive: ArchiveDatabase,
    limits: ThrottleLimits, retries: RetryPolicy, adoptsAPI: Bool = false, time: any TimeSource,
    logger: Logger, random: @escaping @Sendable () -> Double
  ) throws {
    let traffic = Traffic()
    throttles = ThrottlePool(
      limits: limits, time: time, traffic: traffic, load: archive.throttle,
      persist: { key, state in
        do {
          try archive.saveThrottle(state, for: key)
        } catch {
          logger.warning(
            "The wait that the API asked for was not kept.", metadata: ["error": "\(error)"])
        }
      })
    self.traffic = traffic
    self.time = throttles.time
    clock = time
    notices = AnswerNotices(
      keyOrigin: network.keyOrigin, keylessQuota: network.limits.keylessQuota)
    witness = APIWitness(
      host: network.host, bound: adoptsAPI ? nil : try archive.api(of: network.id))
    let witnessed = Witnessed(next: sender, witness: witness, time: throttles.time)
    let noticing = Noticing(
      next: Logged(witnessed, logger: logger, time: throttles.time), notices: notices)
    let believed = Believed(next: Throttled(noticing, throttles: throttles), witness: witness)
    transport = Retrying(
      try Self.breaker(before: believed, throttles, network) ?? believed, policy: retries,
      time: throttles.time, traffic: traffic, random: random)
  }

  /// Where sites are not answered it asks for the first few rows of the list of sites. nil where each site
  /// answers for itself: then the silence of many says nothing of the others.
  private static func breaker(
    before next: any ClientTransport, _ throttles: ThrottlePool, _ network: any Network
  ) throws -> CircuitBreaker? {
    guard network.host != nil else { return nil }
    let throttle = try throttles.throttle(for: network.throttleKey(for: nil))
    return CircuitBreaker(next, throttle: throttle) { transport, number in
      guard let page = network.sitePage(1, size: number, prepared: nil) else { return nil }
      return try await transport.send(page).outcome
    }
  }
}

extension ArchiveDatabase {
  /// What the throttle of an earlier run left behind; nothing where it left nothing, or something
  /// that this version cannot read.
  package func throttle(for key: String) throws -> ThrottleState {
    guard let json = try throttleState(for: key) else { return ThrottleState() }
    return ThrottleState(json: json) ?? ThrottleState()
  }

  /// Keeps what a throttle knows for the next run.
  func saveThrottle(_ state: ThrottleState, for key: String) throws {
    try saveThrottleState(StoredJSON.text(of: state), for: key)
  }
}

extension ThrottleState {
  /// Reads what an archive keeps; nil for anything else.
  package init?(json: String) {
    guard let state = StoredJSON.value(Self.self, in: json) else { return nil }
    self = state
  }
}
