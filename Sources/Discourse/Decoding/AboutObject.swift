import Networks
import Roster

/// `/about.json`. Newer forums list ids and the users beside them; older ones list the users
/// themselves.
struct AboutObject: Decodable {
  var users: BoundedItems<UserObject>?
  var about: About

  struct About: Decodable {
    var title: String?
    var moderators: Listed
    var admins: Listed
    /// Nil where the forum does not know category moderators.
    var categories: BoundedItems<Category>?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      title = try container.lenientString("title", most: Bounds.name)
      categories = try container.decodeIfPresent(
        BoundedItems<Category>.self, forKey: "category_moderators")
      moderators = try Listed(from: decoder, ids: "moderator_ids", users: "moderators")
      admins = try Listed(from: decoder, ids: "admin_ids", users: "admins")
    }
  }

  struct Category: Decodable {
    var id: Int
    var moderators: Listed

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: NamedKey.self).id32("category_id")
      moderators = try Listed(from: decoder, ids: "moderator_ids", users: "moderators")
    }
  }

  /// A list of users, by id or as they are.
  enum Listed {
    case ids([Int])
    case users([UserObject])

    /// - Throws: `DecodingError` where there is neither list: a missing list is not an empty one.
    init(from decoder: any Decoder, ids: String, users: String) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      if container.contains(NamedKey(ids)) {
        let list = try container.decode(BoundedItems<Int>.self, forKey: NamedKey(ids))
        self = .ids(list.items)
      } else {
        let list = try container.decode(BoundedItems<UserObject>.self, forKey: NamedKey(users))
        self = .users(list.items)
      }
    }
  }
}

extension AboutObject {
  /// The staff, by role, id and category.
  ///
  /// - Throws: `UnusableAnswer` where a listed id is not among the users: a roster without that user
  ///   would be wrong.
  func staff(of forum: ForumEndpoint) throws(UnusableAnswer) -> PublishedStaff {
    let known = Dictionary(
      (users?.items ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    func holders(
      _ list: Listed, _ role: ForumRole, categoryID: Int? = nil
    ) throws(UnusableAnswer) -> [RoleHolder] {
      try Self.users(list, known: known).map {
        RoleHolder(moderator: $0.moderator(of: forum), role: role, categoryID: categoryID)
      }.sorted { $0.moderator.userID < $1.moderator.userID }
    }
    var rows = try holders(about.moderators, .moderator) + holders(about.admins, .admin)
    var inCategories: [RoleHolder] = []
    for category in about.categories?.items ?? [] {
      inCategories += try holders(
        category.moderators, .categoryModerator, categoryID: category.id)
    }
    rows += inCategories.sorted {
      ($0.moderator.userID, $0.categoryID ?? 0) < ($1.moderator.userID, $1.categoryID ?? 0)
    }
    return PublishedStaff(
      holders: rows, listsCategories: about.categories != nil, title: about.title)
  }

  private static func users(
    _ list: Listed, known: [Int: UserObject]
  ) throws(UnusableAnswer) -> [UserObject] {
    switch list {
    case .users(let users): return users
    case .ids(let ids):
      let found = ids.compactMap { known[$0] }
      guard found.count == ids.count else {
        throw UnusableAnswer(
          "\((ids.count - found.count).counted("listed user is", "listed users are")) not described",
          isTemporary: true)
      }
      return found
    }
  }
}
