package import FoundationEssentials

extension Tenure {
  /// How long the tenure lasted, or has lasted until the latest reading.
  package var length: LengthBounds {
    let (latestStart, earliestStart) = (
      loggedBeginning ?? firstSeen, loggedBeginning ?? absentBefore
    )
    let latestEnd = loggedEnd ?? leftAt ?? lastSeen
    return LengthBounds(
      atLeast: max(0, (loggedEnd ?? earliestEnd).timeIntervalSince(latestStart)),
      atMost: earliestStart.map { max(0, latestEnd.timeIntervalSince($0)) })
  }

  /// Whether it began before the first reading of the site, at a time that nobody knows.
  package var isOpenAtStart: Bool { absentBefore == nil && loggedBeginning == nil }

  /// Whether the beginning and the end lie between readings of the same day or of two days in a row
  /// (UTC). False where the tenure lasts.
  package var isKnownToTheDay: Bool {
    guard let start = loggedBeginning ?? absentBefore, let leftAt else { return false }
    return (loggedBeginning ?? firstSeen).unixDay - start.unixDay <= 1
      && (loggedEnd ?? leftAt).unixDay - (loggedEnd ?? earliestEnd).unixDay <= 1
  }
}

extension Date {
  /// Days in UTC since 1970.
  fileprivate var unixDay: Int { Int((timeIntervalSince1970 / 86_400).rounded(.down)) }
}

/// What is known of a length of time: readings see moments, so it lies between two bounds.
package struct LengthBounds: Hashable, Sendable {
  /// Seconds, 0 or more.
  package var atLeast: TimeInterval
  /// Seconds; nil where nothing is known.
  package var atMost: TimeInterval?

  /// - Parameter atMost: Nil where the length has no upper bound.
  package init(atLeast: TimeInterval, atMost: TimeInterval?) {
    self.atLeast = atLeast
    self.atMost = atMost
  }

  /// Bounds of the median of lengths; nil without any.
  ///
  /// Whatever the true lengths are, each at its place in order lies between the lower bound and the
  /// upper bound at the same place of theirs; so the median lies between the two medians. Of an even
  /// number, the median is the mean of the two in the middle. No upper bound counts as infinite.
  ///
  /// - Parameter lengths: How often each occurs, at least once.
  package static func median(of lengths: [LengthBounds: Int]) -> LengthBounds? {
    guard !lengths.isEmpty else { return nil }
    let atMost = middle(lengths.map { ($0.key.atMost ?? .infinity, $0.value) })
    return LengthBounds(
      atLeast: middle(lengths.map { ($0.key.atLeast, $0.value) }),
      atMost: atMost.isFinite ? atMost : nil)
  }

  /// The median of numbers that occur so often, of which there is at least one.
  private static func middle(_ numbers: [(TimeInterval, Int)]) -> TimeInterval {
    let sorted = numbers.sorted { $0.0 < $1.0 }
    let count = sorted.reduce(0) { $0 + $1.1 }
    func number(at place: Int) -> TimeInterval {
      var before = 0
      for (number, times) in sorted {
        before += times
        if before > place { return number }
      }
      return .infinity
    }
    return (number(at: (count - 1) / 2) + number(at: count / 2)) / 2
  }

  /// The lower bound in whole days, rounded down.
  package var daysAtLeast: Int { Int((atLeast / 86_400).rounded(.down)) }

  /// The upper bound in whole days, rounded up; nil where there is none.
  package var daysAtMost: Int? { atMost.map { Int(($0 / 86_400).rounded(.up)) } }
}
