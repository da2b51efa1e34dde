/// Where the lists of a roster come from, as an archive keeps it with a walk, such as
/// `groups=moderator,admin` or `about=moderator,admin,category_moderator`.
struct ForumSource: Hashable {
  /// The roles that are read as members of a group.
  var proven: [ForumRole] = []
  /// The roles that the forum publishes.
  var published: [ForumRole] = []

  init(proven: [ForumRole]) {
    self.proven = proven
  }

  /// - Parameter text: See ``text``; other parts are ignored.
  init(text: String) {
    for part in text.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1)
      let roles = sides.last?.split(separator: ",").compactMap { ForumRole(rawValue: String($0)) }
      switch sides.first {
      case "groups": proven = roles ?? []
      case "about": published = roles ?? []
      default: break
      }
    }
  }

  var text: String {
    [("groups", proven), ("about", published)].filter { !$0.1.isEmpty }
      .map { "\($0.0)=\($0.1.map(\.rawValue).joined(separator: ","))" }.joined(separator: "&")
  }
}
