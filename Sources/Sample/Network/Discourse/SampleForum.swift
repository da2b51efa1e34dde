import Roster

/// One forum: its staff, its groups, and how it writes them.
struct SampleForum: Sendable {
  var site: Site
  var staff: [ForumUser]

  init(_ site: Site, _ roster: some Sequence<SampleUser>) {
    self.site = site
    staff = ForumUser.staff(roster)
  }

  /// Forums are in the language of the site.
  var locale: String {
    let start = site.id.prefix { $0 != "." }
    return ["es", "ja", "pt", "ru"].contains(start) ? String(start) : "en"
  }

  /// A group: the automatic ones have the same ids everywhere, and names of the forum's language.
  struct Group: Sendable {
    var id: Int
    var name: String
    var isAutomatic: Bool
  }

  var groups: [Group] {
    let names =
      [
        "es": ["administradores", "moderadores", "equipo"], "ja": ["管理者", "モデレーター", "スタッフ"],
        "pt": ["administradores", "moderadores", "equipe"],
        "ru": ["администраторы", "модераторы", "персонал"],
      ][locale] ?? ["admins", "moderators", "staff"]
    return names.enumerated().map { Group(id: $0 + 1, name: $1, isAutomatic: true) }
      + (1...40).map { Group(id: 40 + $0, name: "circle_\($0)", isAutomatic: false) }
  }

  /// The members of a group; empty for those that are not of the staff.
  func members(of group: Group) -> [ForumUser] {
    switch group.id {
    case 1: staff.filter(\.isAdmin)
    case 2: staff.filter(\.isModerator)
    case 3: staff.filter { $0.isAdmin || $0.isModerator }
    default: []
    }
  }
}

extension SampleForum {
  /// A group as lists show it.
  func row(_ group: Group) -> WireJSON {
    .object([
      "id": .number(group.id), "automatic": .flag(group.isAutomatic), "name": .text(group.name),
      "user_count": .number(members(of: group).count), "members_visibility_level": 0,
    ])
  }

  /// `/about.json`: sorted by the last visit; admins are not listed among the moderators.
  ///
  /// - Parameter dangling: Whether to leave one listed user out of the users.
  func about(isOld: Bool, dangling: Bool) -> WireJSON {
    let seen = staff.sorted { $0.user.lastAccessDate > $1.user.lastAccessDate }
    let moderators = seen.filter { $0.isModerator && !$0.isAdmin }
    let admins = seen.filter(\.isAdmin)
    let categories = Set(seen.flatMap(\.categories)).sorted().map { category in
      (category, seen.filter { $0.categories.contains(category) })
    }
    func list(_ users: [ForumUser]) -> WireJSON { .list(users.map { $0.json(added: false) }) }
    func ids(_ users: [ForumUser]) -> WireJSON { .list(users.map { .number($0.id) }) }
    var about: [(name: String, value: WireJSON)] = [
      ("title", .text(site.name)), ("description", .text(site.audience ?? "")),
      ("locale", .text(locale)), ("version", "3.6.0.beta1"), ("https", true),
      ("stats", .object(["topic_count": 7, "users_count": 1_000])),
    ]
    if isOld {
      about += [("moderators", list(moderators)), ("admins", list(admins))]
      return .object(["about": .members(about)])
    }
    about += [
      ("moderator_ids", ids(moderators)), ("admin_ids", ids(admins)),
      (
        "category_moderators",
        .list(
          categories.map { category, users in
            .object(["category_id": .number(category), "moderator_ids": ids(users)])
          })
      ),
    ]
    return .object([
      "users": list(dangling ? Array(seen.dropFirst()) : seen), "categories": .list([]),
      "about": .members(about),
    ])
  }

  /// `/site/basic-info.json`.
  func info(loginRequired: Bool) -> WireJSON {
    .object([
      "logo_url": "/images/logo.png", "title": .text(site.name),
      "description": .text(site.audience ?? ""), "locale": .text(locale),
      "login_required": .flag(loginRequired),
    ])
  }
}
