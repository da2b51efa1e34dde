import Roster

/// The address of a user's page, such as `https://math.example.org/users/123/name`.
struct ProfileAddress: Hashable {
  /// Lowercase.
  let host: String
  /// The number in the path; nil where the address is not that of a user.
  let number: Int?

  /// Nil for a text that is no http or https address.
  init?(_ text: String) {
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme else { return nil }
    host = Site.host(in: text)
    let path = text.dropFirst(scheme.count).prefix { $0 != "?" && $0 != "#" }
      .split(separator: "/").dropFirst()
    let isUser = path.first == "users" || path.first == "u"
    number = isUser ? path.dropFirst().first.flatMap { Int($0) } : nil
  }
}
