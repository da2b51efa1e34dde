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
}

/// One user in one role.
package struct RoleHolder: Hashable, Sendable {
  package var moderator: Moderator
  package var role: ForumRole
  /// The category that a category moderator moderates; nil for the other roles.
  package var categoryID: Int?

  package init(_ moderator: Moderator, _ role: ForumRole, categoryID: Int? = nil) {
    self.moderator = moderator
    self.role = role
    self.categoryID = categoryID
  }
}

/// The staff as `/about.json` publishes it.
///
/// It is what the forum shows, not a proof: a setting hides groups, a plugin can change the list,
/// admins may be missing among the moderators, and the category moderators are cut at 100.
package struct PublishedStaff: Hashable, Sendable {
  /// One row for each user and role, and for each category of a category moderator, in the order of
  /// role, id and category.
  package var holders: [RoleHolder]
  /// The forum's name.
  package var title: String?
  /// The forum's language, such as `de`.
  package var locale: String?
  /// The version of its software.
  package var version: String?

  package init(
    holders: [RoleHolder], title: String? = nil, locale: String? = nil, version: String? = nil
  ) {
    self.holders = holders
    self.title = title
    self.locale = locale
    self.version = version
  }

  /// Everybody with a role, once, by id: the list has one page and no total.
  package func page(of role: ForumRole) -> Page<Moderator> {
    var seen: Set<Int> = []
    let rows = holders.filter { $0.role == role && seen.insert($0.moderator.userID).inserted }
    return Page(items: rows.map(\.moderator), hasMore: false)
  }
}

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
