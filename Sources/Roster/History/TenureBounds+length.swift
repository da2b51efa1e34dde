package import FoundationEssentials

extension TenureBounds {
  /// How long the tenure lasted, or has lasted until the latest reading.
  package var length: LengthBounds {
    LengthBounds(
      atLeast: max(0, endedAfter.timeIntervalSince(beganBefore)),
      atMost: beganAfter.map { max(0, (endedBefore ?? endedAfter).timeIntervalSince($0)) })
  }
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
