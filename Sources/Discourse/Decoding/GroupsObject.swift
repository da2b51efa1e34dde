import FoundationEssentials
import Networks
import Roster

/// `/groups.json`.
struct GroupsObject: Decodable {
  var groups: BoundedItems<ForumGroup>
  var total: Int?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    groups = try container.decode(BoundedItems<ForumGroup>.self, forKey: "groups")
    total = container.lenientInt("total_rows_groups")
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
      items: groups.items, next: hasMore ? .number(number + 1) : nil, total: total)
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
    guard meta.offset == offset, meta.limit == limit else {
      throw UnusableAnswer(
        "the answer is for offset \(meta.offset) and limit \(meta.limit), and \(offset) and \(limit) were asked for"
      )
    }
    // A page without rows before the end is followed by itself, at which a walk gives up.
    let (end, isTooLarge) = offset.addingReportingOverflow(members.items.count)
    return Page(
      items: members.items.map { $0.moderator(of: forum) },
      next: !isTooLarge && end < meta.total ? .offset(end) : nil, total: meta.total)
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
