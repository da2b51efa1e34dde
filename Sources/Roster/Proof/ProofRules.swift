/// The rules of completeness of a network: how evidence gets its verdict, and when a complete
/// roster is doubted. Each network has a value of this type.
package struct ProofRules: Hashable, Sendable {
  /// Whether each page reports the size of the whole roster. Where pages do not, the rules of
  /// `total` do not apply, a `total` that a page still reports is ignored, and every roster is read
  /// twice.
  package var hasTotal: Bool
  /// Whether a roster can be empty. Where it cannot, an empty one is doubted.
  package var allowsEmptyRoster: Bool
  /// The number of departures at once from which a roster is doubted at first.
  package var suddenShrink: SuddenShrink

  package init(
    hasTotal: Bool, allowsEmptyRoster: Bool, suddenShrink: SuddenShrink = SuddenShrink()
  ) {
    self.hasTotal = hasTotal
    self.allowsEmptyRoster = allowsEmptyRoster
    self.suddenShrink = suddenShrink
  }

  /// More than ``count`` departures that are also more than one in ``fraction`` of the old roster.
  package struct SuddenShrink: Hashable, Sendable {
    package var count: Int
    package var fraction: Int

    /// - Parameters:
    ///   - count: 0 or more.
    ///   - fraction: 1 or more.
    package init(count: Int = 2, fraction: Int = 4) {
      self.count = count
      self.fraction = fraction
    }

    func applies(to departures: Int, of old: Int) -> Bool {
      departures > count && departures * fraction > old
    }
  }

  /// Why a consistent roster is doubted; nil where it is not.
  ///
  /// - Parameters:
  ///   - ids: The users of the roster.
  ///   - old: The users of the published roster.
  ///   - repeated: The users that an earlier walk of the same run read when it was doubted for the
  ///     same reason: a second walk with the same users is not doubted.
  package func doubt(
    about ids: Set<Int>, replacing old: Set<Int>, repeating repeated: Set<Int>?
  ) -> Verdict.Reason? {
    if ids.isEmpty, !allowsEmptyRoster { return .emptyRoster }
    let departures = old.subtracting(ids).count
    guard suddenShrink.applies(to: departures, of: old.count), repeated != ids else { return nil }
    return .suddenShrink
  }
}
