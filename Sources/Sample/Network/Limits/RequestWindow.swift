import FoundationEssentials

/// A limit of requests of one client in any period of some seconds. Refused requests count too, so
/// that a client that does not wait stays refused.
struct RequestWindow: Sendable {
  private let most: Int
  private let seconds: Int
  private var recent: [String: [Date]] = [:]

  init(_ most: Int, in seconds: Int) {
    self.most = most
    self.seconds = seconds
  }

  /// Counts a request. Returns the seconds until the next one is admitted; nil where this one is.
  mutating func wait(_ client: String, at now: Date) -> Int? {
    var times = recent[client, default: []]
    times.removeAll { now.timeIntervalSince($0) >= Double(seconds) }
    times.append(now)
    recent[client] = times
    guard times.count > most else { return nil }
    let first = times[times.count - most]
    return max(1, Int((Double(seconds) - now.timeIntervalSince(first)).rounded(.up)))
  }
}
