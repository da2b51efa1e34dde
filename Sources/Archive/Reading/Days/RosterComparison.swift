package import FoundationEssentials
package import Roster

/// Who held a role at two moments, compared site by site.
package struct RosterComparison: Hashable, Sendable {
  /// By network and present id.
  package var sites: [ComparedSite] = []
  /// What is different at the sites that can be compared, in the order of sites and user ids.
  package var differences: [NetDifference] = []
  /// What happened in between, and neither moment shows.
  package var passages: [Passage: Int] = [:]
  /// How many held a role perhaps at a moment, while nothing says whether they joined or left in between.
  package var unsure = 0

  /// A coming and going that the two moments do not show.
  package enum Passage: Hashable, Sendable, CaseIterable {
    /// At neither moment, but in between.
    case cameAndWent
    /// At one moment or both, and left and came back in between.
    case leftAndReturned
  }

  /// The sites of which a comparison can say something.
  package func sites(_ state: ComparedSite.State) -> [ComparedSite] {
    sites.filter { $0.state == state }
  }
}

/// One site of a comparison.
package struct ComparedSite: Hashable, Sendable {
  package var look: SiteLooks
  package var state: State
  package var earlier: TimeSpan
  /// The end of what is known where that is before the later moment.
  package var later: TimeSpan
  /// Whether nothing that is known came after ``later``.
  package var isLatest: Bool
  /// Whether nobody looked at the site on the day of the later moment or after it, as of one that was closed meanwhile.
  package var isOutdated: Bool

  /// What a comparison can say about a site.
  package enum State: Hashable, Sendable {
    /// Somebody looked by the earlier moment and between the two.
    case compared
    /// Nobody looked at the site between the two moments.
    case notReadBetween
    /// As ``notReadBetween``, and the site was closed between the two moments.
    case closedBetween
    /// As ``notReadBetween``, and the site was closed by the earlier moment: there was nothing to read.
    case closed
    /// Nobody looked by the earlier moment.
    case onlyLater
    /// Nobody looked by either moment.
    case never
  }

  /// - Parameter later: Nil for the end of what is known.
  init(_ look: SiteLooks, from earlier: Date, to later: Date?) {
    self.look = look
    let end = look.until ?? earlier
    isLatest = later.map { $0 >= end } ?? true
    let last = isLatest ? max(end, earlier) : later ?? end
    self.earlier = TimeSpan(from: earlier, through: earlier)
    self.later = TimeSpan(from: last, through: last)
    let isClosed = look.closedAt.map { $0 <= later ?? .distantFuture } ?? false
    isOutdated = later.map { DayNumber($0).date > end } ?? false
    state = Self.state(look, earlier, later ?? .distantFuture, isClosed)
  }

  private static func state(
    _ look: SiteLooks, _ earlier: Date, _ later: Date, _ isClosed: Bool
  ) -> State {
    guard let since = look.since, since <= later else { return .never }
    if since > earlier { return .onlyLater }
    if look.isRead || look.logs.map({ $0.upperBound > earlier && $0.lowerBound <= later }) ?? false
    {
      return .compared
    }
    guard isClosed, let closedAt = look.closedAt else { return .notReadBetween }
    return closedAt <= earlier ? .closed : .closedBetween
  }
}

/// One difference between who held the roles of a site at two moments.
package struct NetDifference: Hashable, Sendable {
  package var site: SiteRef
  package var what: Kind
  /// That of the later moment; of somebody who left, of the earlier one.
  package var tenure: Tenure
  /// Whether it surely happened between the two moments.
  package var known: TenureBounds.Known
  /// Of somebody who joined or left whether they held the role: `yes`, `maybe` or `no`. Else a value.
  package var before: String?
  package var after: String?
  /// It happened after this, or then where it is the same as ``happenedBy``; nil where nobody knows.
  package var happenedAfter: Date?
  /// Nil where nobody knows.
  package var happenedBy: Date?
  package var source: TenureBounds.Source

  /// What is different.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// At the later moment rather than at the earlier one, and never before.
    case joined
    /// The same of somebody who held the role before the earlier moment.
    case returned
    /// At the earlier moment rather than at the later one.
    case left
    /// At both, with another name.
    case renamed
    /// At both, and became staff, or is staff no more.
    case kind
    /// At both, and won an election in the meantime.
    case elected
  }
}
