/// A moderator of a site with data that the views do not contain.
package struct ModeratorProfile: Hashable, Sendable {
  /// A row of `moderators`, or of `former_moderators`.
  package var row: Row
  /// The reputation over time, the oldest first, the present one last; empty where it is not known.
  package var reputation: [ReputationPoint]
  /// When they moderated the site, the oldest first; empty where that is not known.
  package var tenures: [Tenure]

  /// A moderator; by default only the row is known.
  package init(row: Row, reputation: [ReputationPoint] = [], tenures: [Tenure] = []) {
    self.row = row
    self.reputation = reputation
    self.tenures = tenures
  }
}
