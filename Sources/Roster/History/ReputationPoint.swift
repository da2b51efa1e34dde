package import FoundationEssentials

/// Reputation and badges, of which one value a month is kept, dated by a walk that read them.
package struct ReputationPoint: Hashable, Sendable {
  /// When they were read: as early as is known for certain.
  package var since: Date
  /// Nil where there was none.
  package var reputation: Int?
  package var badges: Moderator.Badges?

  /// The values since that moment.
  package init(since: Date, reputation: Int?, badges: Moderator.Badges? = nil) {
    self.since = since
    self.reputation = reputation
    self.badges = badges
  }
}
