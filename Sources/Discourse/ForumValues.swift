import Networks
package import Roster

/// One group of a forum.
package struct ForumGroup: Decodable, Sendable {
  package let id: Int
  /// In the forum's language, for its members' address.
  package let name: String

  /// - Throws: `DecodingError` and `OutOfBounds`, where a value is missing or out of its bounds.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    id = try container.id32("id")
    name = try container.string("name", most: Bounds.name)
  }
}

/// `/site/basic-info.json`: what a forum shows even to readers without a login who see nothing else.
package struct ForumInfo: Decodable, Sendable {
  package let title: String?

  /// - Throws: `OutOfBounds` where the title is too long.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    title = try container.lenientString("title", most: Bounds.name)
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
