package import FoundationEssentials

/// Sends a request again when its answer says that this can help.
///
/// It stands outside the throttle, so that every attempt waits its turn and is counted.
package struct Retrying: ClientTransport {
  package let next: any ClientTransport
  package let policy: RetryPolicy
  package let time: any TimeSource
  /// A random number from 0 up to but not including 1.
  package let random: @Sendable () -> Double
  package let traffic: Traffic

  package init(
    _ next: any ClientTransport, policy: RetryPolicy, time: any TimeSource,
    traffic: Traffic = Traffic(),
    random: @escaping @Sendable () -> Double
  ) {
    self.next = next
    self.policy = policy
    self.time = time
    self.random = random
    self.traffic = traffic
  }

  /// - Throws: As ``ClientTransport/send(_:)`` does; what `time` throws where the run ends meanwhile.
  package func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    var retries = 0
    var attempts = 0
    while true {
      var answer = try await next.send(request)
      attempts += max(1, answer.attempts)
      answer.attempts = attempts
      guard let wait = policy.wait(after: answer.outcome, retries: retries, random: random()),
        request.allowance?.spend(wait) ?? true
      else { return answer }
      retries += 1
      traffic.note { $0.retries += 1 }
      try await time.sleep(seconds: wait)
    }
  }
}

/// How long to wait before a request is sent again, and when to give up. A pure table.
package struct RetryPolicy: Hashable, Sendable {
  /// How often a request is sent again at the most.
  package var retries: Int
  /// Seconds; the ceiling of the first wait, doubled with each further one.
  package var firstDelay: TimeInterval

  package init(retries: Int = 5, firstDelay: TimeInterval = 0.5) {
    self.retries = retries
    self.firstDelay = firstDelay
  }

  /// No wait is chosen longer than 120 first delays: a minute by default.
  package var longestDelay: TimeInterval { firstDelay * 120 }

  /// The CDN in front of the API answers with pages of its own when it takes somebody for a robot, and
  /// stops after about 30 s: 60 first delays.
  package var robotCheckDelay: TimeInterval { firstDelay * 60 }

  /// Seconds before the next attempt, nil where there is none.
  ///
  /// | outcome | wait |
  /// | --- | --- |
  /// | good, permanent | none |
  /// | throttled, locked out | 0: the throttle knows how long |
  /// | temporary | random up to `firstDelay`, doubled with each retry |
  /// | temporary, a robot check | that, and `robotCheckDelay` more |
  /// | either with `retryAfter` | only the random part: the throttle holds everybody until then |
  ///
  /// - Parameter random: From 0 up to 1: full jitter, so that requests that failed together do not
  ///   come back together.
  package func wait(after outcome: Outcome, retries done: Int, random: Double) -> TimeInterval? {
    guard done < retries else { return nil }
    switch outcome {
    case .good, .permanent: return nil
    case .throttled, .lockedOut: return 0
    case .temporary(let fault):
      let ceiling = min(longestDelay, firstDelay * Double(1 << min(done, 30)))
      let least = fault.isRobotCheck && fault.retryAfter == nil ? robotCheckDelay : 0
      return least + ceiling * random
    }
  }
}
