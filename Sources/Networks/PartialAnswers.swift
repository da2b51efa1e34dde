package import Roster

/// Rows of a network that lack what other rows of the same users have, for instance where its API refuses the
/// usual ``Preparation``, and its fallback is used.
///
/// What an answer cannot tell is unknown, and not a change: the value that the archive knows stays.
/// It becomes part of the page's digest, so that a page and the stored rows agree.
package struct PartialAnswers: Sendable {
  /// Whether the rows of a ``SiteLists/source`` are partial.
  package var isPartial: @Sendable (_ source: String) -> Bool
  /// A partial row with what is known of the same user and the answer cannot tell.
  package var completing: @Sendable (_ row: Moderator, _ known: Moderator) -> Moderator

  /// Two pure functions.
  package init(
    isPartial: @escaping @Sendable (_ source: String) -> Bool,
    completing: @escaping @Sendable (_ row: Moderator, _ known: Moderator) -> Moderator
  ) {
    self.isPartial = isPartial
    self.completing = completing
  }
}
