package import FoundationEssentials

/// Reputation and badges, dated by the first walk that returned them.
package struct ReputationPoint: Hashable, Sendable {
  /// When the first proven walk with these values was read.
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
