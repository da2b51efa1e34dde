package import Networks
package import Roster

/// One user in one role.
package struct RoleHolder: Hashable, Sendable {
  package var moderator: Moderator
  package var role: ForumRole
  /// The category that a category moderator moderates; nil for the other roles.
  package var categoryID: Int?
}

/// The staff as `/about.json` publishes it.
///
/// It is what the forum shows, not a proof: a setting hides groups, a plugin can change the list,
/// admins may be missing among the moderators, and the category moderators are cut at 100.
package struct PublishedStaff: Hashable, Sendable {
  /// One row for each user and role, and for each category of a category moderator, in the order of
  /// role, id and category.
  package var holders: [RoleHolder]
  /// Whether the forum lists who moderates single categories: older ones do not.
  package var listsCategories = true
  /// The forum's name.
  package var title: String?

  /// Everybody with a role, once, by id: the list has one page and no total. Whom one list of the forum has twice
  /// stays there twice, which proves nothing.
  ///
  /// The published moderators of newer forums lack admins. Who was one of them and is an admin now may still be
  /// one, and who is an admin and is one of them in the answer of an older version may have been one before: the
  /// answers do not tell, and what they do not tell is no change.
  package func page(
    of role: ForumRole, beside known: KnownRoster = KnownRoster()
  ) -> Page<Moderator> {
    // The list of which somebody's row is taken: several categories have the same moderators.
    var taken: [Int: (ForumRole, Int?)] = [:]
    let admins = Set(holders.filter { $0.role == .admin }.map(\.moderator.userID))
    let rows = holders.filter { holder in
      let id = holder.moderator.userID
      let isOpen = role == .moderator && !known.users.isEmpty && admins.contains(id)
      let holds =
        isOpen ? known.has(id, as: .moderator) : holder.role == role
      guard holds else { return false }
      let list = taken[id, default: (holder.role, holder.categoryID)]
      taken[id] = list
      return list == (holder.role, holder.categoryID)
    }.sorted { $0.moderator.userID < $1.moderator.userID }
    return Page(items: rows.map(\.moderator), next: nil)
  }
}
