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

  /// The lower bound in whole days, rounded down.
  package var daysAtLeast: Int { Int((atLeast / 86_400).rounded(.down)) }

  /// The upper bound in whole days, rounded up; nil where there is none.
  package var daysAtMost: Int? { atMost.map { Int(($0 / 86_400).rounded(.up)) } }
}
