import FoundationEssentials
import Networks
import Roster

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
