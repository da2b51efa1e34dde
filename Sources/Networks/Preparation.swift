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
