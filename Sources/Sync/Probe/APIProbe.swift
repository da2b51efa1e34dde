package import Archive
import FoundationEssentials
package import Logging
import Roster
package import StackExchange
package import Transport

/// Asks an API whether what this program assumes of it holds, in ``mostRequests`` requests at the most,
/// retries included.
package struct APIProbe: Sendable {
  private let api: APIEndpoint
  private let transport: any ClientTransport
  private let throttle: Throttle
  private let traffic: Traffic
  private let archive: ArchiveDatabase?

  /// Requests of one probe at the most.
  package static let mostRequests = 12
  /// The site whose roster is asked for: the largest, so that it is most likely to hold ties.
  static let site = "stackoverflow"

  /// - Parameters:
  ///   - sender: What sends a request, over HTTP or in a test otherwise.
  ///   - archive: Open for writing; it holds the waits of earlier runs and takes new ones. nil where there
  ///     is none.
  ///   - random: A number from 0 up to 1, for the jitter of retries.
  /// - Throws: `ArchiveError`.
  package init(
    _ sender: any ClientTransport, api: APIEndpoint, archive: ArchiveDatabase?,
    limits: ThrottleLimits,
    retries: RetryPolicy, time: any TimeSource, logger: Logger,
    random: @escaping @Sendable () -> Double
  ) throws {
    var limits = limits
    limits.maxRequests = min(limits.maxRequests ?? .max, Self.mostRequests)
    limits.concurrency = 1
    let traffic = Traffic()
    throttle = Throttle(
      limits: limits, state: try archive?.throttle(for: api.throttleKey) ?? ThrottleState(),
      time: time, traffic: traffic)
    transport = Retrying(
      Throttled(Logged(sender, logger: logger, time: time), throttle: throttle), policy: retries,
      time: throttle.time, traffic: traffic, random: random)
    self.api = api
    self.archive = archive
    self.traffic = traffic
  }

  /// Requests that were sent so far.
  package var requests: Int { traffic.counts.requests }

  /// What the throttle knows: until when to wait.
  package var throttleState: ThrottleState { get async { await throttle.ending.state } }

  /// Asks everything that there is to ask, one thing after the other. Where the requests run out before
  /// that, or the API wants to be left alone, refuses the key or does not answer, the rest stays unasked.
  ///
  /// - Throws: `ArchiveError`; `CancellationError`.
  package func ask() async throws -> ProbeReplies {
    var replies = ProbeReplies(keyOrigin: api.key?.origin)
    do {
      for question in ProbeQuestion.allCases where question.isWorthAsking(after: replies) {
        let (before, sent) = (requests, throttle.time.now)
        do {
          replies.replies[question] = try await reply(to: question, replies)
        } catch let stopped as Stopped {
          // What was asked before is found all the same, and the latest may have been sent.
          if requests > before {
            replies.replies[question] = ProbeReply(
              nil, failure: "the probe was stopped", head: nil, sent: sent,
              received: throttle.time.now)
          }
          if stopped.reason != .requestLimit { replies.stopped = stopped.reason }
          break
        }
      }
    } catch {
      try await keepWaits()
      throw error
    }
    try await keepWaits()
    return replies
  }

  private func reply(
    to question: ProbeQuestion, _ replies: ProbeReplies
  ) async throws -> ProbeReply {
    let sent = throttle.time.now
    let answer = try await transport.send(question.request(of: api, filter: replies.filter))
    return ProbeReply(
      answer.payload, failure: answer.outcome.fault?.message ?? answer.outcome.name,
      head: answer.head, sent: sent, received: throttle.time.now)
  }

  /// Keeps in the archive what the API asked to be left alone for.
  private func keepWaits() async throws {
    try archive?.saveThrottle(await throttle.ending.state, for: api.throttleKey)
  }

  /// Keeps what was found in the archive, where there is one.
  ///
  /// - Throws: `ArchiveError`.
  package func keep(_ findings: [ProbeFinding], of replies: ProbeReplies) throws {
    let server = replies.replies.values.lazy.compactMap { $0.head?.server }.first
    let identity =
      APIIdentity.fixed(host: api.host) ?? APIIdentity.told(host: api.host, server: server)
    try archive?.recordProbe(api: identity, findings: findings.json, at: throttle.time.now)
  }
}

extension ProbeQuestion {
  /// Whether the answer can tell anything that is not known yet.
  func isWorthAsking(after replies: ProbeReplies) -> Bool {
    self != .ascendingAgain || replies.ties(.ascending)?.isEmpty == false
  }

  /// - Parameter filter: The one that was made; nil for the well-known safe one.
  func request(of api: APIEndpoint, filter: String?) -> Request<ProbedAnswer> {
    let filter = ("filter", filter ?? Filter.wellKnownSafe.id)
    switch self {
    case .filter:
      return api.probe(
        "filters/create",
        [
          ("base", "none"), ("include", Filter.includedFields.joined(separator: ";")),
          ("unsafe", "true"),
        ])
    case .wrapper: return api.probe("sites", [("page", "1"), ("pagesize", "1"), filter])
    case .sites: return api.probe("sites", [("page", "1"), ("pagesize", "10000"), filter])
    case .pastTheEnd: return roster(of: api, page: 9, filter: filter)
    case .tooManyRows: return roster(of: api, pageSize: 101, filter: filter)
    case .ascending: return roster(of: api, filter: filter)
    case .descending: return roster(of: api, order: "desc", filter: filter)
    // The same request must not be sent twice within a minute; one row less makes it another.
    case .ascendingAgain: return roster(of: api, pageSize: 99, filter: filter)
    case .unknownSite: return roster(of: api, site: "nosuchsite", filter: filter)
    case .error: return api.probe("errors/502", [], wantsThrottleError: true)
    }
  }

  private func roster(
    of api: APIEndpoint, site: String = APIProbe.site, page: Int = 1, pageSize: Int = 100,
    order: String = "asc", filter: (String, String)
  ) -> Request<ProbedAnswer> {
    api.probe(
      "users/moderators",
      [
        ("site", site), ("page", "\(page)"), ("pagesize", "\(pageSize)"), ("order", order),
        ("sort", "creation"), filter,
      ])
  }
}
