/// The rules of completeness of a network: how evidence gets its verdict, and when a complete
/// roster is doubted. Each network has a value of this type.
package struct ProofRules: Hashable, Sendable {
  /// The kinds of lists that the network has; pages of another kind prove nothing.
  package var paging: Set<Paging>
  /// What the `total` of a page is worth.
  package var total: Total
  /// Whether the first roster of a site can be empty. One that replaces another is doubted in any case.
  package var allowsEmptyRoster: Bool
  /// The roles that somebody has on every site of the network: a list of one of them without anybody is hidden or
  /// broken, and no option publishes it.
  package var neverEmpty: Set<Role>

  /// By default the rules of numbered pages that can be sorted both ways.
  package init(
    _ paging: Set<Paging> = [.numbered], total: Total,
    allowsEmptyRoster: Bool, neverEmpty: Set<Role> = []
  ) {
    self.paging = paging
    self.total = total
    self.allowsEmptyRoster = allowsEmptyRoster
    self.neverEmpty = neverEmpty
  }

  /// What the `total` of a page is worth. A list without pages has none, whatever the others have.
  package enum Total: Hashable, Sendable {
    /// Pages report none, and one that a page still reports is ignored: every roster is read twice.
    case none
    /// Each page reports the size of the whole roster at its own moment.
    case exact
    /// Each page reports how many there were, at most this many seconds before; it also counts those
    /// whom the list hides. It proves nothing: where it equals the number of ids of two readings, it
    /// corroborates them.
    case bounded(maxAge: Int)
  }

  /// Why a consistent roster is doubted; nil where it is not.
  ///
  /// - Parameters:
  ///   - users: Those of the roster.
  ///   - old: The users of the published roster; nil where none was published. An empty roster that was
  ///     published once is not doubted again.
  ///   - repeated: The users that an earlier walk of the same run read when it was doubted for the
  ///     same reason: a second walk with the same users is not doubted.
  package func doubt(
    about users: [Role: Set<Int>], replacing old: [Role: Set<Int>]?,
    repeating repeated: [Role: Set<Int>]?
  ) -> Verdict.Reason? {
    let isExpected = old?.isEmpty ?? allowsEmptyRoster
    if users.isEmpty, !isExpected { return .emptyRoster }
    let old = old ?? [:]
    let departures = old.missing(in: users)
    // More than two, and more than a quarter.
    let isSudden = departures > 2 && departures * 4 > old.missing(in: [:])
    return isSudden && repeated != users ? .suddenShrink : nil
  }

  /// Whether a site can be another than the one whose roster was published at a former address.
  ///
  /// - Parameters:
  ///   - before: What the published roster has.
  ///   - now: What the site has at its new address.
  package static func suggestOtherSite(_ before: Face, _ now: Face) -> Bool {
    if let name = before.siteName, let other = now.siteName, name != other { return true }
    // Each site has a user 1.
    let left = before.names.count { now.names[$0.key] == $0.value }
    return left * 2 < before.names.count
  }

  /// By what a site is recognised that has moved.
  package struct Face: Hashable, Sendable {
    /// As the site tells it; nil where it does not.
    package var siteName: String?
    /// The names of its moderators, by user.
    package var names: [Int: String]

    package init(siteName: String?, names: [Int: String]) {
      (self.siteName, self.names) = (siteName, names)
    }
  }

  /// Whether another walk can have another verdict than one with these reasons.
  ///
  /// - Parameter seconds: The time until then: a roster that lacks only an agreeing total needs a
  ///   newer total.
  package func suggestAnotherWalk(_ reasons: [Verdict.Reason], after seconds: Double) -> Bool {
    reasons.contains { reason in
      guard reason == .totalDiffers, case .bounded(let maxAge) = total else {
        return reason.suggestsMovement
      }
      return seconds >= Double(maxAge)
    }
  }

  /// Whether a list with so many pages, and at least one user, is read twice.
  ///
  /// - Parameter besideOthers: Whether the roster has other lists.
  package func wantsSecondReading(pages: Int, of kind: Paging, besideOthers: Bool) -> Bool {
    kind != .whole && (total != .exact || pages > 1 || besideOthers)
  }
}
