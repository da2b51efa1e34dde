package import FoundationEssentials
package import Logging
import Synchronization

/// Retries a request where its outcome allows it.
///
/// It wraps the throttle, so that every attempt is throttled and counted.
package struct Retrying: ClientTransport {
  package let next: any ClientTransport
  package let policy: RetryPolicy
  package let time: any TimeSource
  /// A random number from 0 up to but not including 1.
  package let random: @Sendable () -> Double
  package let traffic: Traffic
  private let logger: Logger?

  package init(
    _ next: any ClientTransport, policy: RetryPolicy, time: any TimeSource,
    traffic: Traffic = Traffic(), logger: Logger? = nil,
    random: @escaping @Sendable () -> Double
  ) {
    self.logger = logger
    self.next = next
    self.policy = policy
    self.time = time
    self.random = random
    self.traffic = traffic
  }

  /// - Throws: As ``ClientTransport/send(_:)`` does; the error of `time` where the run ends
  ///   meanwhile.
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
      logger?.info(
        "retrying",
        metadata: [
          "request": "\(request.label)", "retry": "\(retries)", "seconds": .seconds(wait),
          "outcome": "\(answer.outcome.name)",
        ])
      try await time.sleep(seconds: wait)
    }
  }
}

/// How long to wait before a retry, and when not to retry. A pure function.
package struct RetryPolicy: Hashable, Sendable {
  /// The maximum number of retries.
  package var retries: Int
  /// The maximum of the first wait in seconds; it doubles with each retry.
  package var firstDelay: TimeInterval

  package init(retries: Int = 5, firstDelay: TimeInterval = 0.5) {
    self.retries = retries
    self.firstDelay = firstDelay
  }

  /// The maximum of a wait: 120 first delays, a minute by default.
  package var longestDelay: TimeInterval { firstDelay * 120 }

  /// A CDN in front of the API sends a robot check to a client that it takes for a robot, and
  /// unblocks it after about 30 s: 60 first delays.
  package var robotCheckDelay: TimeInterval { firstDelay * 60 }

  /// Seconds before the next attempt; nil where there is no retry.
  ///
  /// | outcome | wait |
  /// | --- | --- |
  /// | good, permanent | none |
  /// | throttled, locked out | 0: the throttle knows how long |
  /// | temporary | random up to `firstDelay`, doubled with each retry |
  /// | temporary, a robot check | that, and `robotCheckDelay` more |
  /// | either with `retryAfter` | only the random part: the throttle delays all requests until then |
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

/// The total time that the requests of one site may wait for retries.
package final class RetryAllowance: Sendable {
  private let seconds: Mutex<TimeInterval>

  package init(seconds: TimeInterval) {
    self.seconds = Mutex(seconds)
  }

  /// Deducts a wait from the rest; returns false and deducts nothing where it is longer than the
  /// rest.
  package func spend(_ wait: TimeInterval) -> Bool {
    seconds.withLock { left in
      guard wait <= left else { return false }
      left -= wait
      return true
    }
  }
}
