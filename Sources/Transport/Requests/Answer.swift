package import FoundationEssentials

/// What came of one request, read once at the edge: what it means, and the value it carried.
package struct Answer<Payload: Sendable>: Sendable {
  package var outcome: Outcome
  /// There is one exactly when the outcome is `good`.
  package var payload: Payload?
  /// Seconds that the API wants the whole method left alone. It rides on good answers.
  package var backoff: TimeInterval?
  package var quota: Quota?
  /// What the HTTP head says; nil exactly where no HTTP answer came.
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

/// Requests a day, as the latest answer counts them.
package struct Quota: Hashable, Sendable, Codable {
  package var max: Int?
  /// Zero or more; the API has been seen to say -1, which counts as zero.
  package var remaining: Int

  package init(max: Int?, remaining: Int) {
    self.max = max
    self.remaining = Swift.max(0, remaining)
  }
}

/// What an answer means for whoever asked. Who knows the API decides it; throttle and retry obey.
package enum Outcome: Hashable, Sendable {
  case good
  /// The wait that the API asked for was not kept, by us or by somebody behind the same address;
  /// it does not say how long it still lasts.
  case throttled
  /// Nothing is answered for so many seconds.
  case lockedOut(seconds: TimeInterval)
  /// Worth another try.
  case temporary(Fault)
  /// Asking again gives the same.
  case permanent(Fault)
}

/// Why there is no good answer.
package struct Fault: Error, Hashable, Sendable {
  package var kind: Kind
  /// A sentence for people. It never holds the key.
  package var message: String
  /// Seconds to wait at the least, where the answer asked for them.
  package var retryAfter: TimeInterval?
  /// Whether the request cannot have reached the API, which so cannot have counted it.
  package var isUnsent = false
  /// Whether something in front of the API takes us for a robot, and lets go only after a while.
  package var isRobotCheck = false

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

  /// What went wrong, in a word that scripts can rely on.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// No connection, or it broke before the whole answer was there.
    case connection
    /// The answer took longer than `--timeout`.
    case timeout
    /// The answer is not the API's but that of something in front of it, such as an HTML page.
    case notTheAPI = "not_the_api"
    /// The body ends too early.
    case cutShort = "cut_short"
    /// The body is longer than allowed.
    case tooLarge = "too_large"
    /// The body cannot be unpacked or does not have the form of the API's answers.
    case undecodable
    /// The API reports a failure of its own.
    case server
    /// The API refuses this request; others may do.
    case refused
    /// The API refuses the key, and so every request that carries it.
    case keyRefused = "key_refused"
    /// The API answers nobody without a key or a token.
    case keyRequired = "key_required"
    /// The API has no such method: the address is wrong, or the version was switched off.
    case noMethod = "no_method"
    /// The API refuses the filter, and so every request that names it.
    case filterRefused = "filter_refused"
    /// The API denies access.
    case accessDenied = "access_denied"
    /// The wait that the API asked for was broken again and again.
    case throttled
    /// The answer sends the client elsewhere; the API never does.
    case redirected

    /// Whether no other request of the run can do better.
    package var concernsTheRun: Bool {
      switch self {
      case .keyRefused, .keyRequired, .noMethod, .filterRefused, .accessDenied: true
      default: false
      }
    }
  }
}
