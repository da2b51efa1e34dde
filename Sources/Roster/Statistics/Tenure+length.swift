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
  package static func median(of lengths: [LengthBounds]) -> LengthBounds? {
    guard !lengths.isEmpty else { return nil }
    let atMost = middle(lengths.map { $0.atMost ?? .infinity })
    return LengthBounds(
      atLeast: middle(lengths.map(\.atLeast)), atMost: atMost.isFinite ? atMost : nil)
  }

  /// The median of numbers, of which there is at least one.
  private static func middle(_ numbers: [TimeInterval]) -> TimeInterval {
    let sorted = numbers.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The lower bound in whole days, rounded down.
  package var daysAtLeast: Int { Int((atLeast / 86_400).rounded(.down)) }

  /// The upper bound in whole days, rounded up; nil where there is none.
  package var daysAtMost: Int? { atMost.map { Int(($0 / 86_400).rounded(.up)) } }
}
