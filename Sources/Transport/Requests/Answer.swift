package import FoundationEssentials
package import Roster

/// The result of one request, decoded once: its outcome and its value.
package struct Answer<Payload: Sendable>: Sendable {
  package var outcome: Outcome
  /// Not nil exactly when the outcome is `good`.
  package var payload: Payload?
  /// Seconds for which the API asks not to call the method again, for any site. Good answers
  /// contain it too.
  package var backoff: TimeInterval?
  package var quota: Quota?
  /// The head of the HTTP response; nil exactly where there was no response.
  package var head: AnswerHead?
  /// How often the request was sent.
  package var attempts = 0

  package init(
    _ outcome: Outcome, payload: Payload? = nil, backoff: TimeInterval? = nil, quota: Quota? = nil
  ) {
    self.outcome = outcome
    self.payload = payload
    self.backoff = backoff
    self.quota = quota
  }
}

/// The daily quota of requests, from the latest answer.
package struct Quota: Hashable, Sendable, Codable {
  package var max: Int?
  /// Zero or more; the API has returned -1, which counts as zero.
  package var remaining: Int

  package init(max: Int?, remaining: Int) {
    self.max = max
    self.remaining = Swift.max(0, remaining)
  }
}

/// What an answer means for the caller. The code that knows the API decides it; throttle and retry
/// act on it.
package enum Outcome: Hashable, Sendable {
  case good
  /// The API reports that a requested wait was not kept, by this client or by another one at the
  /// same IP address; it does not report the remaining seconds.
  case throttled
  /// The API answers no request for this many seconds.
  case lockedOut(seconds: TimeInterval)
  /// A retry may help.
  case temporary(Fault)
  /// A retry gives the same result.
  case permanent(Fault)
}

/// Why there is no good answer.
package struct Fault: Error, Hashable, Sendable {
  package var kind: Kind
  /// A sentence for the user. It never contains the key.
  package var message: String
  /// The minimum wait in seconds, where the answer asked for one.
  package var retryAfter: TimeInterval?
  /// Whether the request cannot have reached the API, so that it does not count against the quota.
  package var isUnsent = false
  /// Whether the response is a CDN's robot check; the CDN unblocks the client after a while.
  package var isRobotCheck = false
  /// Where a redirect leads, as far as that is an address.
  package var location: WebAddress?
  /// Whether that is so for good.
  package var isMove = false

  package init(
    _ kind: Kind, _ message: String, retryAfter: TimeInterval? = nil, isUnsent: Bool = false,
    isRobotCheck: Bool = false
  ) {
    self.isUnsent = isUnsent
    self.isRobotCheck = isRobotCheck
    self.kind = kind
    self.message = message
    self.retryAfter = retryAfter
  }

  /// The kind of failure; its raw value is a stable identifier for scripts.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No connection, or it broke before the response was complete.
    case connection
    /// The proxy cannot be reached, or does not connect to the API.
    case proxy
    /// The proxy requires another user or password.
    case proxyRefused = "proxy_refused"
    /// The response took longer than `--timeout`.
    case timeout
    /// The response is not from the API but from a proxy or CDN in front of it, such as an HTML
    /// page.
    case notTheAPI = "not_the_api"
    /// The body ends too early.
    case cutShort = "cut_short"
    /// The body is longer than allowed.
    case tooLarge = "too_large"
    /// The body cannot be decompressed, or does not have the format of the API.
    case undecodable
    /// The API reports a failure of its own.
    case server
    /// The server's clock is wrong, so that nothing it says can be dated.
    case wrongClock = "wrong_clock"
    /// The API refuses this request; other requests may succeed.
    case refused
    /// The API refuses the key, and so every request that carries it.
    case keyRefused = "key_refused"
    /// The API requires a key or a token.
    case keyRequired = "key_required"
    /// The API has no such method: the address is wrong, or the version was switched off.
    case noMethod = "no_method"
    /// The API refuses the filter, and so every request that names it.
    case filterRefused = "filter_refused"
    /// The API denies access.
    case accessDenied = "access_denied"
    /// Repeated requests were refused for a wait that was not kept.
    case throttled
    /// The response is a redirect; the API never sends one.
    case redirected

    /// Whether every other request of the run would fail too.
    package var concernsTheRun: Bool {
      switch self {
      case .keyRefused, .keyRequired, .noMethod, .filterRefused, .accessDenied, .proxyRefused: true
      default: false
      }
    }
  }
}

extension Answer {
  /// The value of a good answer.
  ///
  /// - Throws: ``Fault`` for any other answer.
  package func value() throws(Fault) -> Payload {
    if let payload { return payload }
    switch outcome {
    case .temporary(let fault), .permanent(let fault): throw fault
    case .throttled, .lockedOut:
      throw Fault(.throttled, "the API refused repeated requests for the wait that it asked for")
    case .good: throw Fault(.undecodable, "the answer has no value")
    }
  }
}

extension Outcome {
  /// Whether the API itself has answered; a refusal counts.
  package var isUsable: Bool {
    switch self {
    case .good, .throttled, .lockedOut: true
    case .temporary(let fault), .permanent(let fault):
      fault.kind == .refused || fault.kind == .server
        || fault.kind.concernsTheRun && fault.kind != .proxyRefused
    }
  }

  /// Whether it is an answer to the question; a refusal counts. nil where it only asks for a wait.
  var isAnswer: Bool? {
    switch self {
    case .good: true
    case .throttled, .lockedOut: nil
    case .temporary(let fault), .permanent(let fault):
      fault.kind == .refused || fault.kind.concernsTheRun
    }
  }

  /// Whether the request may count against the quota although the answer does not report one.
  var mayHaveCost: Bool {
    switch self {
    case .good: false
    case .temporary(let fault), .permanent(let fault): !fault.isUnsent
    case .throttled, .lockedOut: true
    }
  }
}
