import FoundationEssentials
import Networks
import Roster

/// `/groups.json`.
struct GroupsObject: Decodable {
  var groups: BoundedItems<GroupObject>
  var total: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    groups = try container.decode(BoundedItems<GroupObject>.self, forKey: "groups")
    total = container.lenientInt("total_rows_groups")
  }

  struct GroupObject: Decodable {
    var id: Int
    var name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      id = try container.id32("id")
      name = try container.string("name", most: Bounds.name)
    }
  }

  /// `load_more_groups` is there on the last page too, so the total decides; without one, an empty
  /// page ends the list.
  ///
  /// - Parameters:
  ///   - number: The number of the page, from 0.
  ///   - seen: The number of groups on the pages before.
  func page(_ number: Int, seen: Int) -> Page<ForumGroup> {
    let count = groups.items.count
    let hasMore = count > 0 && total.map { seen + count < $0 } ?? true
    return Page(
      items: groups.items.map { ForumGroup(id: $0.id, name: $0.name) },
      next: hasMore ? .number(number + 1) : nil, total: total)
  }
}

/// One page of a group's members. `owners` repeats members, on every page, and is not read.
struct MembersObject: Decodable {
  var members: BoundedItems<UserObject>
  var meta: Meta

  struct Meta: Decodable {
    var total: Int
    var limit: Int
    var offset: Int
  }

  /// The page at this offset.
  ///
  /// - Throws: `UnusableAnswer` where the forum answers another question: old ones have a limit of
  ///   their own, and the rows between two offsets would be lost.
  func page(
    of forum: ForumEndpoint, offset: Int, limit: Int
  ) throws(UnusableAnswer) -> Page<Moderator> {
    guard meta.total >= 0 else {
      throw UnusableAnswer("its total is \(meta.total)", isTemporary: true)
    }
    do {
      return try Page(
        items: members.items.map { $0.moderator(of: forum) },
        .offset(meta.offset, limit: meta.limit, total: meta.total),
        answering: PageEnvelope.Request(.offset(offset), limit: limit))
    } catch {
      throw UnusableAnswer(error.description)
    }
  }
}

/// The fields of a forum's user that a roster needs. Only id and username are required.
struct UserObject: Decodable {
  var id: Int
  var username: String
  var avatarTemplate: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    id = try container.id32("id")
    username = try container.string("username", most: Bounds.name)
    guard !username.isEmpty else {
      throw OutOfBounds(container.codingPath + [NamedKey("username")], "is empty")
    }
    avatarTemplate = try container.lenientString("avatar_template", most: Bounds.address)
  }

  /// The row of the roster.
  ///
  /// The shown name is the username: it is what members know and address each other by, and every
  /// user has one. `name` is optional, not unique, and missing where the forum's settings hide it,
  /// so that a change of a setting would rename everybody. The id alone identifies.
  func moderator(of forum: ForumEndpoint) -> Moderator {
    Moderator(
      userID: id, displayName: username, kind: id < 0 ? .community : .moderator,
      link: forum.profile(of: username), profileImage: avatarTemplate.map { forum.picture($0) })
  }
}

/// `/site/basic-info.json`.
struct InfoObject: Decodable {
  var title: String?
  var locale: String?
  var requiresLogin: Bool?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    title = try container.lenientString("title", most: Bounds.name)
    locale = try container.lenientString("locale", most: Bounds.word)
    requiresLogin = container.lenientBool("login_required")
  }
}
