import Crypto
import Roster

/// A key for an API. It travels in a header only, and printing one gives `(key)`.
package struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The key itself, for requests only.
  package let secret: String
  /// Where the key comes from, such as `--key-file 'path'`, for messages about it.
  package let origin: String

  package init(_ secret: String, origin: String) {
    self.secret = secret
    self.origin = origin
  }

  /// Twelve hexadecimal digits that distinguish keys without revealing them.
  package var fingerprint: String {
    String(SHA256.hash(data: Array(secret.utf8)).hexadecimal.prefix(12))
  }

  package var description: String { "(key)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
