import FoundationEssentials

/// When the next request may be sent, so that no second has more requests than the rate.
///
/// Two rules: requests are spread evenly, and any window of one second contains at most `rate` of
/// them. The second rule uses the actual times of requests, so that requests after late wake-ups,
/// which the first rule compensates, never bunch.
struct Pace {
  private let rate: Double
  private let interval: TimeInterval
  /// The times of the latest `rate` requests, a ring buffer that begins at `oldest`.
  private var recent: [Date] = []
  private var oldest = 0
  private var next: Date?

  /// A second plus three per cent: delays on the network must not push requests into the same
  /// second.
  private static let window: TimeInterval = 1.03

  init(rate: Double) {
    self.rate = rate
    interval = Self.window / rate
  }

  private var capacity: Int { max(1, Int(rate)) }

  /// The earliest time of the next request.
  func turn(at now: Date) -> Date {
    let spread = next ?? now
    guard recent.count == capacity else { return spread }
    let span = max(Self.window, Double(capacity) * interval)
    return max(spread, recent[oldest].addingTimeInterval(span))
  }

  /// Records that a request was sent.
  mutating func note(_ date: Date) {
    // A late wake-up is compensated, up to one interval; a pause is not.
    next = max(next ?? date, date.addingTimeInterval(-interval)).addingTimeInterval(interval)
    if recent.count < capacity {
      recent.append(date)
    } else {
      recent[oldest] = date
      oldest = (oldest + 1) % capacity
    }
  }
}
