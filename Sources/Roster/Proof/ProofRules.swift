/// What the lists of a network can prove: the rules by which evidence gets its verdict and a roster is
/// believed. A value of the network; whoever proves is given it.
package struct ProofRules: Hashable, Sendable {
  /// Whether each page says how many items the whole roster has. Where pages do not, the rules of `total`
  /// do not apply, what a page says of it all the same is no evidence, and every roster is read twice.
  package var hasTotal: Bool
  /// Whether a roster can have nobody on it. Where it cannot, an empty one is not believed.
  package var allowsEmptyRoster: Bool
  /// Departures that are too many at once to be believed at first sight.
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

  /// Why a roster that is whole by its own word is not believed; nil where it is.
  ///
  /// - Parameters:
  ///   - ids: The users of the roster.
  ///   - old: Those of the roster that is published.
  ///   - repeated: The users that an earlier walk of the same run read when it gave this doubt: a second
  ///     walk that reads the same is believed.
  package func doubt(
    about ids: Set<Int>, replacing old: Set<Int>, repeating repeated: Set<Int>?
  ) -> Verdict.Reason? {
    if ids.isEmpty, !allowsEmptyRoster { return .emptyRoster }
    let departures = old.subtracting(ids).count
    guard suddenShrink.applies(to: departures, of: old.count), repeated != ids else { return nil }
    return .suddenShrink
  }
}
