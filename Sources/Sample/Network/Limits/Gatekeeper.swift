import FoundationEssentials

/// Enforces the limits: which requests are admitted, and who must wait. Time is an argument.
struct Gatekeeper: Sendable {
  private let limits: SampleLimits
  /// The requests that a fault leaves of the first day's quota; nil for all.
  private let firstQuota: Int?
  private var visitors: [String: Visitor] = [:]

  init(limits: SampleLimits, firstQuota: Int? = nil) {
    self.limits = limits
    self.firstQuota = firstQuota
  }

  /// The state of one client address.
  private struct Visitor {
    /// The requests of the last second, oldest first.
    var recent: [Date] = []
    var lockedUntil: Date?
    var day: Int?
    var used = 0
    /// When each method may be called again.
    var backoffs: [String: Date] = [:]
    var answers: [String: Int] = [:]
  }

  /// Admits and counts a request, or throws why not. Refused requests use no quota.
  mutating func admit(
    _ client: String, method: String, isKeyed: Bool, at now: Date
  ) throws(Refusal) -> SampleQuota {
    var visitor = visitors[client] ?? Visitor()
    defer { visitors[client] = visitor }
    try refuseLockedOut(visitor, at: now)
    try countRate(&visitor, at: now)
    try refuseBackoff(visitor, method, at: now)
    return try countQuota(&visitor, isKeyed: isKeyed, at: now)
  }

  /// Locks an address out and returns the refusal.
  mutating func lockOut(_ client: String, for duration: Duration, at now: Date) -> Refusal {
    let end = now + duration.timeInterval
    visitors[client, default: Visitor()].lockedUntil = end
    return .lockedOut(seconds: Self.seconds(from: now, to: end))
  }

  /// The `backoff` of this response, in seconds; nil without one.
  ///
  /// - Parameter extra: A wait that a fault asks for.
  mutating func backoff(
    after client: String, method: String, extra: Duration?, at now: Date
  ) -> Int? {
    let answers = (visitors[client]?.answers[method] ?? 0) + 1
    visitors[client, default: Visitor()].answers[method] = answers
    let isDue = limits.backoffEvery.map { $0 > 0 && answers.isMultiple(of: $0) } ?? false
    guard let wait = extra ?? (isDue ? limits.backoff : nil) else { return nil }
    visitors[client]?.backoffs[method] = now + wait.timeInterval
    return Int(wait.timeInterval.rounded(.up))
  }

  private func refuseLockedOut(_ visitor: Visitor, at now: Date) throws(Refusal) {
    guard let end = visitor.lockedUntil, now < end else { return }
    throw .lockedOut(seconds: Self.seconds(from: now, to: end))
  }

  private func countRate(_ visitor: inout Visitor, at now: Date) throws(Refusal) {
    guard let most = limits.requestsPerSecond else { return }
    visitor.recent.removeAll { now.timeIntervalSince($0) >= 1 }
    guard visitor.recent.count < most else {
      let end = now + limits.lockout.timeInterval
      visitor.lockedUntil = end
      throw .tooFast(seconds: Self.seconds(from: now, to: end))
    }
    visitor.recent.append(now)
  }

  private func refuseBackoff(_ visitor: Visitor, _ method: String, at now: Date) throws(Refusal) {
    if let end = visitor.backoffs[method], now < end { throw .backoffBroken }
  }

  private func countQuota(
    _ visitor: inout Visitor, isKeyed: Bool, at now: Date
  ) throws(Refusal) -> SampleQuota {
    let day = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
    let isFirstDay = visitor.day == nil
    guard let most = most(isKeyed) else { return SampleQuota(max: 10_000, remaining: 10_000) }
    if visitor.day != day {
      visitor.day = day
      visitor.used = isFirstDay ? firstQuota.map { max(0, most - $0) } ?? 0 : 0
    }
    guard visitor.used < most else {
      let midnight = Date(timeIntervalSince1970: Double(day + 1) * 86_400)
      throw .quotaUsedUp(seconds: Self.seconds(from: now, to: midnight))
    }
    visitor.used += 1
    return SampleQuota(max: most, remaining: most - visitor.used)
  }

  private func most(_ isKeyed: Bool) -> Int? {
    isKeyed ? limits.keyedQuota : limits.keylessQuota
  }

  private static func seconds(from now: Date, to end: Date) -> Int {
    max(1, Int(end.timeIntervalSince(now).rounded(.up)))
  }
}

extension Gatekeeper {
  /// Why a request is refused.
  enum Refusal: Error, Hashable, Sendable {
    case tooFast(seconds: Int)
    case lockedOut(seconds: Int)
    case backoffBroken
    case quotaUsedUp(seconds: Int)

    var apiError: APIError {
      switch self {
      case .tooFast(let seconds), .lockedOut(let seconds), .quotaUsedUp(let seconds):
        .lockedOut(seconds: seconds)
      case .backoffBroken: .backoffViolation
      }
    }

    /// Its name in the request log.
    var name: String {
      switch self {
      case .tooFast: "refused-rate"
      case .lockedOut: "refused-lockout"
      case .backoffBroken: "refused-backoff"
      case .quotaUsedUp: "refused-quota"
      }
    }
  }
}

extension Duration {
  /// In seconds.
  var timeInterval: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
