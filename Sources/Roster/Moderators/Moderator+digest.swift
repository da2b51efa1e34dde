import Crypto
package import FoundationEssentials

extension Moderator {
  /// The SHA-256 of a page's items, in their order.
  ///
  /// It is computed from the decoded values, not from the bytes of the response: it does not depend
  /// on key order, white space or escaping, and `verify` can compute it again from the tables. Each
  /// field is written as a netstring (`5:Alice,`), an absent one as `-`; times are whole unix
  /// seconds. An item begins with `role`, `userID`, `accountID`, `displayName` and `kind`; the fields of the
  /// profile follow, and a line feed.
  package static func digest(of items: some Sequence<Moderator>) -> Data {
    var hash = SHA256()
    var buffer: [UInt8] = []
    for item in items {
      buffer.removeAll(keepingCapacity: true)
      item.append(to: &buffer)
      hash.update(data: buffer)
    }
    return Data(hash.finalize())
  }

  /// The SHA-256 of a random salt, which keeps it from being guessed, and of the row as in ``digest(of:)``.
  package func digest(salted salt: Data) -> Data {
    var bytes = Array(salt)
    append(to: &bytes)
    return Data(SHA256.hash(data: bytes))
  }

  private func append(to bytes: inout [UInt8]) {
    bytes.append(netstring: role.rawValue)
    bytes.append(netstring: userID)
    bytes.append(netstring: accountID)
    bytes.append(netstring: displayName)
    bytes.append(netstring: kind.rawValue)
    for field in Self.fields {
      switch field.value {
      case .number(let get, _): bytes.append(netstring: get(self))
      case .text(let get, _): bytes.append(netstring: get(self))
      case .time(let get, _): bytes.append(netstring: get(self)?.unixSeconds)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
