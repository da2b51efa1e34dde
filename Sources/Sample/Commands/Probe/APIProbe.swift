import FoundationEssentials
import Networks
import Roster
import StackExchange
import Transport

/// Checks this program's assumptions about the API.
struct APIProbe: Sendable {
  private let api: APIEndpoint

  /// The maximum number of requests of one probe, retries included.
  let mostRequests = 12
  /// The site whose roster is fetched: the largest, so that ties are most likely.
  static let site = "stackoverflow"

  init(_ api: APIEndpoint) {
    self.api = api
  }

  /// Sends one request for each ``ProbeQuestion``, one after the other. It stops early where the
  /// limit of requests is reached, the API asks for a wait, refuses the key or does not answer, or
  /// another server answers.
  ///
  /// - Parameters:
  ///   - transport: Sends a request, with retries and within the run's limits.
  ///   - traffic: Counts the requests.
  /// - Throws: `CancellationError`.
  func ask(
    _ transport: any ClientTransport, traffic: Traffic, time: any TimeSource
  ) async throws -> ProbeResult {
    let replies = try await replies(over: transport, traffic: traffic, time: time)
    return ProbeResult(
      findings: replies.findings, hasAnswer: replies.hasAnswer, stopped: replies.stopped,
      otherServer: replies.hasAnswer ? nil : replies.otherServer)
  }

  private func replies(
    over transport: any ClientTransport, traffic: Traffic, time: any TimeSource
  ) async throws -> ProbeReplies {
    var replies = ProbeReplies(keyOrigin: api.key?.origin)
    for question in ProbeQuestion.allCases where question.isWorthAsking(after: replies) {
      let (before, sent) = (traffic.counts.requests, time.now)
      do {
        var request = question.request(of: api, filter: replies.filter)
        if !replies.hasAnswer { request.endAtOtherServer() }
        let answer = try await transport.send(request)
        if let fault = answer.outcome.fault, [.notTheAPI, .redirected].contains(fault.kind) {
          replies.otherServer = fault
        }
        replies.replies[question] = ProbeReply(
          answer.payload, failure: answer.outcome.fault?.message ?? answer.outcome.name,
          head: answer.head, sent: sent, received: time.now)
        if replies.otherServer != nil, !replies.hasAnswer { break }
      } catch let stopped as Stopped {
        // Earlier answers are still evaluated; the latest request may have been sent.
        if traffic.counts.requests > before {
          replies.replies[question] = ProbeReply(
            nil, failure: "the probe was stopped", head: nil, sent: sent, received: time.now)
        }
        replies.stopped = stopped.reason
        break
      }
    }
    return replies
  }
}

extension ProbeQuestion {
  /// Whether the request can answer an open question.
  func isWorthAsking(after replies: ProbeReplies) -> Bool {
    self != .ascendingAgain || replies.ties(.ascending)?.isEmpty == false
  }

  /// - Parameter filter: The filter that was created; nil for the well-known safe one.
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
    // The API forbids the same request twice within a minute; one row less makes it a different
    // one.
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

extension Request {
  /// Makes the answer of a server that is not the API final: a probe is to tell it, and not to outlast it.
  fileprivate mutating func endAtOtherServer() {
    let read = read
    self.read = { response in
      var answer = read(response)
      if case .temporary(let fault) = answer.outcome, fault.kind == .notTheAPI,
        response.status < 500
      {
        answer.outcome = .permanent(fault)
      }
      return answer
    }
  }
}
