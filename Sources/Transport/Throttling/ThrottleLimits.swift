package import FoundationEssentials
import Roster

/// Limits of a run's requests to the API.
package struct ThrottleLimits: Hashable, Sendable {
  /// Requests per second, in any window of a second.
  package var rate: Double
  /// The maximum number of requests in flight.
  package var concurrency: Int
  /// The maximum number of requests of this run, retries included; nil for no limit.
  package var maxRequests: Int?
  /// Requests of the daily quota that the run leaves unused.
  package var quotaReserve: Int
  /// Seconds; a longer wait or lock-out ends the run. It is compared with the wait that the API
  /// reported, without the margins below.
  package var maxWait: TimeInterval
  /// Seconds added to each `backoff`: clients that waited the exact time were refused, two more
  /// seconds were enough (Meta Stack Exchange 377674).
  package var backoffMargin: TimeInterval
  /// Seconds added to each lock-out.
  static let lockOutMargin: TimeInterval = 1
  /// Seconds of the longest wait that an API asks for: a day.
  static let longestWait: TimeInterval = 86_400

  package init(
    rate: Double = 20, concurrency: Int = 8, maxRequests: Int? = nil, quotaReserve: Int = 10,
    maxWait: TimeInterval = 120, backoffMargin: TimeInterval = 2
  ) {
    self.rate = rate
    self.concurrency = concurrency
    self.maxRequests = maxRequests
    self.quotaReserve = quotaReserve
    self.maxWait = maxWait
    self.backoffMargin = backoffMargin
  }
}

/// The seconds to wait where a server asks for that many: none where they are negative, and an hour
/// where they are more than any API asks for, so that a wrong number does not cost the next night.
package func plausibleWait(_ seconds: TimeInterval) -> TimeInterval {
  seconds > ThrottleLimits.longestWait ? 3_600 : max(0, seconds)
}

/// The state that is stored between runs: deadlines and quota of one API host and key.
package struct ThrottleState: Hashable, Sendable, Codable {
  /// Until when the API answers no request.
  package var lockedUntil: Date?
  /// Until when each method must not be called.
  package var backoffUntil: [String: Date]
  package var quota: Quota?
  package var quotaSeenAt: Date?

  package init(
    lockedUntil: Date? = nil, backoffUntil: [String: Date] = [:], quota: Quota? = nil,
    quotaSeenAt: Date? = nil
  ) {
    self.lockedUntil = lockedUntil
    self.backoffUntil = backoffUntil
    self.quota = quota
    self.quotaSeenAt = quotaSeenAt
  }

  /// The state without waits of more than a day: only a wrong clock can have caused them. They are
  /// dropped, because a wait cut to a day would be cut to another day by the next run.
  package func discardingImplausible(at now: Date) -> ThrottleState {
    let latest = now.addingTimeInterval(ThrottleLimits.longestWait + 60)
    var state = self
    state.lockedUntil = lockedUntil.flatMap { $0 <= latest ? $0 : nil }
    state.backoffUntil = backoffUntil.filter { $0.value <= latest }
    return state
  }

  /// The time before which the method must not be called, nil where that is now or earlier.
  package func deadline(for method: String, after now: Date) -> Date? {
    [lockedUntil, backoffUntil[method]].compactMap { $0 }.filter { $0 > now }.max()
  }

  /// Seconds of the longest wait for the method as the API reported it, without the margin; 0 or
  /// less where there is no wait.
  func reportedWait(for method: String, after now: Date, _ limits: ThrottleLimits) -> TimeInterval {
    let lockOut = lockedUntil.map { $0.timeIntervalSince(now) - ThrottleLimits.lockOutMargin }
    let backoff = backoffUntil[method].map { $0.timeIntervalSince(now) - limits.backoffMargin }
    return max(lockOut ?? 0, backoff ?? 0)
  }

  /// The latest deadline in the future.
  package func deadline(after now: Date) -> Date? { latestWait(after: now)?.until }

  /// The wait that ends last, if any is in the future, with its method; the method is nil for a
  /// lock-out, which applies to all.
  package func latestWait(after now: Date) -> (until: Date, method: String?)? {
    let latest = backoffUntil.max { ($0.value, $1.key) < ($1.value, $0.key) }
    let waits: [(until: Date, method: String?)?] = [
      lockedUntil.map { ($0, nil) }, latest.map { ($0.value, $0.key) },
    ]
    let ahead = waits.compactMap { $0 }.filter { $0.until > now }
    // Of two waits with the same end the first one is used: the one for all methods.
    return ahead.dropFirst().first { $0.until > ahead[0].until } ?? ahead.first
  }

  /// Requests left today; nil where no answer has reported them since midnight UTC, when the quota
  /// is assumed to be reset.
  package func quotaRemaining(at now: Date) -> Int? {
    guard let quota, let quotaSeenAt, quotaSeenAt.utcDay == now.utcDay else { return nil }
    return quota.remaining
  }

  /// When the quota is assumed to be reset: the next midnight in UTC.
  package static func quotaReturns(after now: Date) -> Date {
    let day = 86_400
    return Date(unixSeconds: (now.unixSeconds / day + 1) * day)
  }
}
