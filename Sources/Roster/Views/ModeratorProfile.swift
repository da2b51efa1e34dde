/// A moderator of a site with data that the views do not contain.
package struct ModeratorProfile: Hashable, Sendable {
  /// A row of `moderators`, or of `former_moderators`.
  package var row: Row
  /// The reputation over time, the oldest first, the present one last; empty where it is not known.
  package var reputation: [ReputationPoint]
  /// When they were seen to moderate the site, the oldest first; empty where that is not known.
  package var tenures: [Tenure]
  /// What logs tell of tenures that no roster could show, the oldest first.
  package var unseenTenures: [LoggedTenure]

  /// A moderator; by default only the row is known.
  package init(
    row: Row, reputation: [ReputationPoint] = [], tenures: [Tenure] = [],
    unseenTenures: [LoggedTenure] = []
  ) {
    self.row = row
    self.reputation = reputation
    self.tenures = tenures
    self.unseenTenures = unseenTenures
  }
}
