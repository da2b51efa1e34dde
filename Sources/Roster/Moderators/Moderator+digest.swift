import Crypto
import FoundationEssentials

extension Moderator {
  /// The SHA-256 of a page's items, in their order, as 64 hexadecimal digits.
  ///
  /// It is taken over the canonical form of the decoded values, not the bytes of the answer: the same page
  /// hashes the same whatever its key order, white space or escaping, and `verify` can take it again from
  /// the tables. `aboutText` is left out, since it follows from `aboutMe`.
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
