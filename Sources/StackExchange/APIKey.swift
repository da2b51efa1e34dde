import Crypto
import Roster

/// An application key of Stack Apps. It never shows itself: printing one gives `(key)`.
package struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The key itself: for requests only.
  package let secret: String

  package init(_ secret: String) {
    self.secret = secret
  }

  /// Twelve hexadecimal digits that tell keys apart without giving them away.
  package var fingerprint: String {
    String(SHA256.hash(data: Array(secret.utf8)).hexadecimal.prefix(12))
  }

  package var description: String { "(key)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
