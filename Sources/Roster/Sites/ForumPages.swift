/// The addresses of the pages of a site that has a host of its own, by which they are told from the
/// address of another site in a folder of the same host.
package enum ForumPages {
  /// The folder of the forum that a page belongs to, if it is the page of one: `/forum` for
  /// `/forum/t/welcome/5`.
  package static func root(ofPath path: String) -> String {
    let folders = path.split(separator: "/")
    return folders.prefix { !isFirst($0) }.map { "/\($0)" }.joined()
  }

  /// Whether a folder is the first one below a forum's address in that of a page.
  package static func isFirst(_ folder: some StringProtocol) -> Bool {
    names.contains(String(folder.prefix { $0 != "." }))
  }

  private static let names: Set<String> = [
    "a", "about", "admin", "badges", "c", "categories", "chat", "faq", "g", "groups", "guidelines",
    "hot", "invites", "latest", "login", "my", "new", "p", "posts", "privacy", "q", "questions",
    "search", "session",
    "signup", "site", "t", "tag", "tags", "top", "tos", "u", "unread", "user", "users",
  ]
}
