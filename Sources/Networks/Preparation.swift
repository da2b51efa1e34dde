package import Roster
package import Transport

/// A value that all requests for rosters carry, such as a filter. It is fetched once for an archive
/// and stored permanently, because a different one would look like a change of every moderator.
package struct Preparation: Sendable {
  /// The name under which an archive stores it.
  package var name: String
  /// What it is, for messages, such as `filter`.
  package var noun: String
  /// Fetches it.
  package var request: Request<String>
  /// The value used where the API refuses to create one, or returns an unusable one.
  package var fallback: String
  /// The message to the user where the fallback is used.
  package var fallbackWarning: String

  package init(
    name: String, noun: String, request: Request<String>, fallback: String, fallbackWarning: String
  ) {
    self.name = name
    self.noun = noun
    self.request = request
    self.fallback = fallback
    self.fallbackWarning = fallbackWarning
  }
}

/// Rows of a network that lack what other rows of the same users have, for instance where its API refuses the
/// usual ``Preparation``, and its fallback is used.
///
/// What an answer lacks is unknown, and not a change: the value that the archive knows stays.
/// It becomes part of the page's digest, so that a page and the stored rows agree.
package struct PartialAnswers: Sendable {
  /// Whether the rows of a ``SiteLists/source`` are partial.
  package var isPartial: @Sendable (_ source: String) -> Bool
  /// A partial row with what is known of the same user and the answer lacks.
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
