package import Roster

/// One group of a forum.
package struct ForumGroup: Hashable, Sendable {
  package var id: Int
  /// In the forum's language, for its members' address.
  package var name: String

  package init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

/// What a forum tells about itself even where it shows nothing else without a login.
package struct ForumInfo: Hashable, Sendable {
  package var title: String?
  package var locale: String?
  /// Whether everything else needs a login; nil where the forum does not say.
  package var requiresLogin: Bool?

  package init(title: String?, locale: String?, requiresLogin: Bool?) {
    self.title = title
    self.locale = locale
    self.requiresLogin = requiresLogin
  }
}

/// What a member of a forum's staff is.
package enum ForumRole: String, Hashable, Sendable, CaseIterable {
  case moderator
  case admin
  /// Moderates some categories only.
  case categoryModerator = "category_moderator"

  /// The id of the automatic group with all users of this role, the same on every forum; nil where
  /// there is none. Its name is in the forum's language.
  package var groupID: Int? {
    switch self {
    case .admin: 1
    case .moderator: 2
    case .categoryModerator: nil
    }
  }

  /// The role of its rows.
  package var role: Role { Role(rawValue: rawValue) }
}

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
