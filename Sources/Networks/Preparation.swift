package import Transport

/// Something that all requests for rosters carry, such as a filter: fetched once for an archive and kept in
/// it for good, because another one would look like changes of every moderator.
package struct Preparation: Sendable {
  /// The name under which an archive keeps it.
  package var name: String
  /// What it is, for messages, such as `filter`.
  package var noun: String
  /// Fetches it.
  package var request: Request<String>
  /// What serves where the API refuses to give one, or gives one that is no use.
  package var fallback: String
  /// What to tell the user where the fallback serves.
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
