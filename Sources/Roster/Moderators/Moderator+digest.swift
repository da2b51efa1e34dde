import Crypto
import FoundationEssentials

extension Moderator {
  /// The SHA-256 of a page's items, in their order, as 64 hexadecimal digits.
  ///
  /// It is computed from the canonical form of the decoded values, not from the bytes of the
  /// response: it does not depend on key order, white space or escaping, and `verify` can compute
  /// it again from the tables. `aboutText` is excluded, since it is derived from `aboutMe`.
  package static func digest(of items: some Sequence<Moderator>) -> String {
    var hash = SHA256()
    var buffer: [UInt8] = []
    for item in items {
      buffer.removeAll(keepingCapacity: true)
      item.append(.digest, to: &buffer)
      hash.update(data: buffer)
    }
    return hash.finalize().hexadecimal
  }
}
