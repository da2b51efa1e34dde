/// Whom the administrators of a server can reach about the requests of this machine: an address of the
/// operator, not of the program's authors, because servers limit and block by it.
package struct OperatorContact: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// An email address, a web address or a user page, such as `ops@example.org`,
  /// `https://example.org/bot` or `User:Example`. Returns nil for anything else, and for what a
  /// header's comment cannot hold.
  package init?(_ text: String) {
    guard (3...200).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"()\\".utf8.contains($0) }),
      text.contains("@") || text.contains("://") || text.hasPrefix("User:")
    else { return nil }
    description = text
  }
}
