/// How much is claimed of a published roster: what its kind of list can prove, and did.
package enum Grade: String, Hashable, Sendable, CaseIterable, Comparable {
  /// The site published this list, and nothing shows what it leaves out.
  case published
  /// Two readings agree with each other, and with a total that may be old.
  case corroborated
  /// Everybody is on it: every rule is satisfied.
  case complete

  package static func < (one: Grade, other: Grade) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .published: 0
    case .corroborated: 1
    case .complete: 2
    }
  }

  /// Whether a roster of this grade can replace one of another grade.
  ///
  /// A lower grade cannot: somebody who is missing from it may only have been left out, and once it
  /// stood, its like would be believed about departures. The old roster stays.
  ///
  /// - Parameter old: Nil where no roster is published.
  package func mayReplace(_ old: Grade?) -> Bool { old.map { self >= $0 } ?? true }
}
