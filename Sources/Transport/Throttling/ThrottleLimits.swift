package import FoundationEssentials
import Roster

/// What a run may ask of the API.
package struct ThrottleLimits: Hashable, Sendable {
  /// Requests in any second.
  package var rate: Double
  /// Requests in flight at once.
  package var concurrency: Int
  /// Requests of this run, retries included; nil for no bound.
  package var maxRequests: Int?
  /// Requests of the day's quota that are left for others.
  package var quotaReserve: Int
  /// Seconds; a longer wait or lock-out ends the run. It is held against what the API told, without
  /// the margins that are added to that.
  package var maxWait: TimeInterval
  /// Seconds added to each `backoff`: clients that waited the exact time were refused, two more
  /// seconds were enough (Meta Stack Exchange 377674).
  package var backoffMargin: TimeInterval
  /// Seconds added to each lock-out.
  static let lockOutMargin: TimeInterval = 1

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

/// What outlives the run: deadlines and quota of one API host and key.
package struct ThrottleState: Hashable, Sendable, Codable {
  /// Until when nothing is answered.
  package var lockedUntil: Date?
  /// Until when a method must be left alone.
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

  /// The state without the waits that only a clock that was once wrong can have written: the API asks
  /// for a day at the most. They are dropped, because one that is only cut to a day would be cut to another
  /// day by the next run.
  package func believable(at now: Date) -> ThrottleState {
    let latest = now.addingTimeInterval(86_400 + 60)
    var state = self
    state.lockedUntil = lockedUntil.flatMap { $0 <= latest ? $0 : nil }
    state.backoffUntil = backoffUntil.filter { $0.value <= latest }
    return state
  }

  /// The time before which the method must not be called, nil where that is now or earlier.
  package func deadline(for method: String, after now: Date) -> Date? {
    [lockedUntil, backoffUntil[method]].compactMap { $0 }.filter { $0 > now }.max()
  }

  /// Seconds of the longest wait for the method as the API told it, its margin taken off again; 0 or
  /// less where nothing has to be waited for.
  func toldWait(for method: String, after now: Date, _ limits: ThrottleLimits) -> TimeInterval {
    let lockOut = lockedUntil.map { $0.timeIntervalSince(now) - ThrottleLimits.lockOutMargin }
    let backoff = backoffUntil[method].map { $0.timeIntervalSince(now) - limits.backoffMargin }
    return max(lockOut ?? 0, backoff ?? 0)
  }

  /// The latest of all deadlines that lie ahead.
  package func deadline(after now: Date) -> Date? { latestWait(after: now)?.until }

  /// The wait that ends last of those that lie ahead, with the method that it is for, nil for all.
  package func latestWait(after now: Date) -> (until: Date, method: String?)? {
    let latest = backoffUntil.max { ($0.value, $1.key) < ($1.value, $0.key) }
    let waits: [(until: Date, method: String?)?] = [
      lockedUntil.map { ($0, nil) }, latest.map { ($0.value, $0.key) },
    ]
    let ahead = waits.compactMap { $0 }.filter { $0.until > now }
    // The first of two that end at the same time: that for all methods.
    return ahead.dropFirst().first { $0.until > ahead[0].until } ?? ahead.first
  }

  /// Requests left today; nil where nobody said since the day began in UTC, which is when the quota is
  /// taken to come back.
  package func quotaRemaining(at now: Date) -> Int? {
    guard let quota, let quotaSeenAt, quotaSeenAt.utcDay == now.utcDay else { return nil }
    return quota.remaining
  }

  /// When the quota is taken to come back: the next midnight in UTC.
  package static func quotaReturns(after now: Date) -> Date {
    let day = 86_400
    return Date(unixSeconds: (now.unixSeconds / day + 1) * day)
  }
}
