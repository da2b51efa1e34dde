import Roster

extension Fault {
  /// A redirect, which is not followed: a key must not travel, and the answer would be that of another
  /// address.
  package static func redirected(_ response: RawResponse) -> Fault {
    let code = "HTTP \(response.status)"
    guard let text = response.headers["location"] else {
      return Fault(.redirected, "the answer is a redirect that names no address (\(code))")
    }
    guard let named = try? WebAddress(text), text.contains("://") else {
      // A path on the same server. What follows it may be secret.
      let path = WebAddress.withoutSecrets(text).prefix(AnswerHead.longestValue)
      return Fault(.redirected, "the answer leads to '\(path)' (\(code))")
    }
    let location = named.withoutQuery.withoutAnswer
    let isPermanent = [301, 308].contains(response.status)
    var fault = Fault(
      .redirected,
      isPermanent
        ? "the address has moved to \(location) (\(code))"
        : "the answer leads to \(location) for now (\(code))")
    (fault.location, fault.isMove) = (location, isPermanent)
    return fault
  }
}

extension WebAddress {
  /// The folder of an address that ends with the name of an answer, such as `about.json`: what moved is
  /// the site.
  fileprivate var withoutAnswer: WebAddress {
    guard path.hasSuffix(".json"), let slash = path.lastIndex(of: "/") else { return self }
    let folder = String(path[..<slash])
    return replacing(path: ForumPages.root(ofPath: folder))
  }
}
