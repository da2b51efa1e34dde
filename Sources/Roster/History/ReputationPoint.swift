package import FoundationEssentials

/// Reputation and badges as some walk first saw them.
package struct ReputationPoint: Hashable, Sendable {
  /// The first proven walk that saw them.
  package var since: Date
  /// Nil where there was none.
  package var reputation: Int?
  package var badges: Moderator.Badges?

  /// What was seen since that moment.
  package init(since: Date, reputation: Int?, badges: Moderator.Badges? = nil) {
    self.since = since
    self.reputation = reputation
    self.badges = badges
  }
}
