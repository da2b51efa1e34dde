package import Networks
import Transport

/// How a reader of a forum identifies: with an administrator's key in the name of a user, or with a
/// user's own key.
package struct ForumCredential: Hashable, Sendable {
  /// The part that is secret.
  let key: APIKey
  /// The user in whose name the key reads; nil for a user's own key.
  let username: String?

  /// The credential of a key as a key file holds it: `NAME:KEY` for an administrator's key that
  /// reads as the user NAME, and `KEY` alone for a user's own key. No name and no key has a colon.
  package init(_ key: APIKey) {
    let parts = key.secret.split(separator: ":", maxSplits: 1)
    if parts.count == 2 {
      username = String(parts[0])
      self.key = APIKey(String(parts[1]), origin: key.origin)
    } else {
      username = nil
      self.key = key
    }
  }

  /// The headers of each request.
  var headers: [String: String] {
    guard let username else { return ["User-Api-Key": key.secret] }
    return ["Api-Key": key.secret, "Api-Username": username]
  }
}
