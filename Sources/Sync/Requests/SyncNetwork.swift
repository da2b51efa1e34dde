package import Archive
import FoundationEssentials
package import Logging
import Roster
package import StackExchange
package import Transport

/// The way of a request, in the order in which it passes: retried, believed, throttled, noticed, logged,
/// witnessed, sent.
package struct SyncNetwork: Sendable {
  package let transport: any ClientTransport
  package let throttle: Throttle
  package let traffic: Traffic
  /// Time whose waits end with the run.
  package let time: any TimeSource
  let notices: AnswerNotices
  /// Knows who answers, and whether our clock is right.
  let witness: APIWitness

  /// - Parameters:
  ///   - sender: What sends a request, over HTTP or in a test otherwise.
  ///   - archive: Open for writing; it holds the deadlines of earlier runs and takes new ones.
  ///   - adoptsAPI: Whether the archive may become one of another API than it was mirrored from.
  ///   - random: A number from 0 up to 1, for the jitter of retries.
  package init(
    _ sender: any ClientTransport, api: APIEndpoint, archive: ArchiveDatabase,
    limits: ThrottleLimits,
    retries: RetryPolicy, adoptsAPI: Bool = false, time: any TimeSource, logger: Logger,
    random: @escaping @Sendable () -> Double
  ) throws {
    let traffic = Traffic()
    let key = api.throttleKey
    throttle = Throttle(
      limits: limits, state: try archive.throttle(for: key), time: time, traffic: traffic
    ) { state in
      do {
        try archive.saveThrottle(state, for: key)
      } catch {
        logger.warning(
          "The wait that the API asked for was not kept.", metadata: ["error": "\(error)"])
      }
    }
    notices = AnswerNotices(keyOrigin: api.key?.origin)
    self.time = throttle.time
    let bound = adoptsAPI ? nil : try archive.api(of: stackExchangeNetwork)
    witness = APIWitness(host: api.host, bound: bound)
    let witnessed = Witnessed(next: sender, witness: witness, time: time)
    self.traffic = traffic
    let noticing = Noticing(
      next: Logged(witnessed, logger: logger, time: time), notices: notices)
    let believed = Believed(next: Throttled(noticing, throttle: throttle), witness: witness)
    transport = Retrying(
      Self.breaker(before: believed, throttle, api), policy: retries, time: throttle.time,
      traffic: traffic, random: random)
  }

  /// Where sites are not answered it asks for the first few rows of the list of sites.
  private static func breaker(
    before next: any ClientTransport, _ throttle: Throttle, _ api: APIEndpoint
  ) -> CircuitBreaker {
    CircuitBreaker(next, throttle: throttle) { transport, number in
      try await transport.send(api.sites(pageSize: number, filter: .wellKnownSafe)).outcome
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

  func saveThrottle(_ state: ThrottleState, for key: String) throws {
    try saveThrottleState(state.json(), for: key)
  }
}

extension ThrottleState {
  /// Reads what an archive keeps; nil for anything else.
  package init?(json: String) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    guard let state = try? decoder.decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = state
  }

  fileprivate func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
