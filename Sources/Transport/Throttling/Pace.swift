import FoundationEssentials

/// When the next request may be sent, so that no second sees more than the rate allows.
///
/// Two rules at once: requests are spread evenly, and any window of a second, wherever it begins,
/// holds at most `rate` of them. The second rule is kept over what was really sent, so that late
/// wake-ups, which the first one makes up for, never bunch.
struct Pace {
  private let rate: Double
  private let interval: TimeInterval
  /// The latest `rate` sends, oldest first from `oldest` on.
  private var recent: [Date] = []
  private var oldest = 0
  private var next: Date?

  /// Three per cent more than a second: what is spread on the way must not meet in one.
  private static let window: TimeInterval = 1.03

  init(rate: Double) {
    self.rate = rate
    interval = Self.window / rate
  }

  private var capacity: Int { max(1, Int(rate)) }

  /// The earliest time at which one more may be sent.
  func turn(at now: Date) -> Date {
    let spread = next ?? now
    guard recent.count == capacity else { return spread }
    let span = max(Self.window, Double(capacity) * interval)
    return max(spread, recent[oldest].addingTimeInterval(span))
  }

  /// Notes that one was sent.
  mutating func note(_ date: Date) {
    // A late wake-up is made up for, up to one interval; a pause is not.
    next = max(next ?? date, date.addingTimeInterval(-interval)).addingTimeInterval(interval)
    if recent.count < capacity {
      recent.append(date)
    } else {
      recent[oldest] = date
      oldest = (oldest + 1) % capacity
    }
  }
}
