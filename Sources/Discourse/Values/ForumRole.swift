package import Roster

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
