/// Somebody on a site with what the views do not carry.
package struct ModeratorProfile: Hashable, Sendable {
  /// A row of `moderators`.
  package var row: Row
  /// The about-me as HTML, untouched; nil where there is none, or only its plain text is known.
  package var aboutMe: String?
  /// The reputation at each proven walk that found it changed, the oldest first, the present one last;
  /// empty where it is not known.
  package var reputation: [ReputationPoint]

  /// A moderator of whom no more is known than the row, unless told.
  package init(row: Row, aboutMe: String? = nil, reputation: [ReputationPoint] = []) {
    self.row = row
    self.aboutMe = aboutMe
    self.reputation = reputation
  }
}
