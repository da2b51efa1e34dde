import Crypto
import Roster

/// An application key of Stack Apps. It never shows itself: printing one gives `APIKey(hidden)`.
package struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The key as requests carry it.
  let value: String

  package init(_ value: String) {
    self.value = value
  }

  /// Twelve hexadecimal digits that tell keys apart without giving them away.
  package var fingerprint: String {
    String(SHA256.hash(data: Array(value.utf8)).hexadecimal.prefix(12))
  }

  package var description: String { "APIKey(hidden)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
