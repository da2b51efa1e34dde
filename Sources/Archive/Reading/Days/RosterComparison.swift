package import FoundationEssentials
package import Roster

/// The rosters of two moments, compared site by site.
package struct RosterComparison: Hashable, Sendable {
  /// The sites that are known by the later moment, by network and present id.
  package var sites: [ComparedSite] = []
  /// What is different at the sites with both rosters, in the order of sites and user ids.
  package var differences: [SiteDifference] = []
  /// How many moderators the two rosters do not show everything of.
  package var passages: [NetChange.Passage: Int] = [:]

  /// A difference at a site.
  package struct SiteDifference: Hashable, Sendable {
    /// The site's present id.
    package var site: SiteRef
    /// The kind of moderator at the later moment; of somebody who left, the last known one.
    package var kind: Moderator.Kind
    package var difference: RosterDifference
  }

  /// The sites that cannot be compared for a reason.
  package func sites(_ state: ComparedSite.State) -> [ComparedSite] {
    sites.filter { $0.state == state }
  }
}

/// One site of a comparison.
package struct ComparedSite: Hashable, Sendable {
  /// Its present id.
  package var site: SiteRef
  package var name: String
  /// The roster of the earlier moment; nil where none was published by then.
  package var earlier: Reading?
  /// The roster of the later moment; nil where none was published by then.
  package var later: Reading?
  /// When the list of sites first lacked it; nil where it did not by the later moment.
  package var closedAt: Date?
  /// Whether it was closed by the earlier moment, too.
  package var wasClosed: Bool

  /// The reading that a roster comes from.
  package struct Reading: Hashable, Sendable {
    package var readAt: Date
    /// `complete` or `unproven`.
    package var verdict: Verdict.Name
  }

  /// What a comparison can say about a site.
  package enum State: Hashable, Sendable {
    /// There is a roster of each moment, from two readings.
    case compared
    /// The site was not read between the two moments, so nothing is known of what changed.
    case notReadBetween
    /// As ``notReadBetween``, and the site was closed between the two moments.
    case closedBetween
    /// As ``notReadBetween``, and the site was closed by the earlier moment: there was nothing to read.
    case closed
    /// There is a roster of the later moment only.
    case onlyLater
    /// There is no roster of either moment.
    case never
  }

  /// The state of a site that was not read between the two moments.
  private var stateUnread: State {
    wasClosed ? .closed : closedAt != nil ? .closedBetween : .notReadBetween
  }

  /// What a comparison can say about the site.
  package var state: State {
    switch (earlier, later) {
    case (nil, nil), (.some, nil): .never
    case (nil, .some): .onlyLater
    case (let earlier?, let later?):
      earlier.readAt < later.readAt ? .compared : stateUnread
    }
  }
}
