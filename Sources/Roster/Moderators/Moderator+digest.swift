import Crypto
import FoundationEssentials

extension Moderator {
  /// The SHA-256 of a page's items, in their order, as 64 hexadecimal digits.
  ///
  /// It is taken over the decoded values, not the bytes of the answer: the same page hashes the same
  /// whatever its key order, white space or escaping, and `verify` can take it again from the tables.
  /// Each field is written as a netstring (`5:Alice,`), an absent one as `-`, each item ends with a
  /// line feed; times are whole unix seconds. `aboutText` is left out, since it follows from `aboutMe`.
  package static func digest(of items: some Sequence<Moderator>) -> String {
    var hash = SHA256()
    var buffer: [UInt8] = []
    for item in items {
      buffer.removeAll(keepingCapacity: true)
      item.appendCanonicalForm(to: &buffer)
      hash.update(data: buffer)
    }
    return hash.finalize().hexadecimal
  }

  private func appendCanonicalForm(to buffer: inout [UInt8]) {
    func append(_ text: String?) {
      guard let text else { return buffer.append(UInt8(ascii: "-")) }
      buffer.append(contentsOf: String(text.utf8.count).utf8)
      buffer.append(UInt8(ascii: ":"))
      buffer.append(contentsOf: text.utf8)
      buffer.append(UInt8(ascii: ","))
    }
    func append(_ number: Int?) { append(number.map { String($0) }) }
    func append(_ date: Date?) { append(date?.unixSeconds) }

    append(userID)
    append(accountID)
    append(displayName)
    append(kind.rawValue)
    append(reputation)
    append(badges?.gold)
    append(badges?.silver)
    append(badges?.bronze)
    append(location)
    append(websiteURL)
    append(link)
    append(profileImage)
    append(aboutMe)
    append(memberSince)
    append(lastAccess)
    buffer.append(UInt8(ascii: "\n"))
  }
}
