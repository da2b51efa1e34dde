import FoundationEssentials
import Roster

/// One user of a sample forum's staff: a person of the sample network under a forum's name.
package struct ForumUser: Hashable, Sendable {
  package var user: SampleUser
  /// Unique on the forum: ASCII letters and digits, with underscores.
  package var username: String
  package var isAdmin: Bool
  /// Whether the user has the flag of moderators, which admins can have too.
  package var isModerator: Bool
  /// The categories that a user who is neither moderates.
  package var categories: [Int]

  package var id: Int { user.userID }
}

extension ForumUser {
  /// The staff of the forum for a site: the site's moderators without the Community user, in the
  /// order in which they joined. Employees are admins, some of whom moderate too, and some
  /// moderators have categories only.
  static func staff(_ roster: some Sequence<SampleUser>) -> [ForumUser] {
    var taken: [String: Int] = [:]
    return roster.filter { !$0.isCommunity }.map { user in
      let inCategories = !user.isStaff && user.userID % 7 == 3
      return ForumUser(
        user: user, username: username(of: user, &taken), isAdmin: user.isStaff,
        isModerator: user.isStaff ? user.userID.isMultiple(of: 2) : !inCategories,
        categories: inCategories ? [4, 4 + user.userID % 5].uniqued : [])
    }
  }

  private static func username(of user: SampleUser, _ taken: inout [String: Int]) -> String {
    let slug = TextEscaping.slug(user.displayName).replacing("-", with: "_")
    let name = slug.count < 3 ? "user_\(user.userID)" : String(slug.prefix(20))
    taken[name, default: 0] += 1
    let number = taken[name, default: 1]
    return number == 1 ? name : "\(name)_\(number)"
  }

  /// The user as lists show them.
  ///
  /// - Parameter added: Whether the list is that of a group, which tells when they were added.
  func json(added: Bool) -> WireJSON {
    .object([
      "id": .number(id), "username": .text(username), "name": .text(user.displayName),
      "avatar_template": "/user_avatar/forum.example/\(username)/{size}/\(id)_2.png",
      "title": .null, "last_posted_at": added ? .text(user.lastAccessDate.forumTime) : nil,
      "last_seen_at": .text(user.lastAccessDate.forumTime),
      "added_at": added ? .text(user.creationDate.forumTime) : nil,
      "timezone": added ? "Europe/Paris" : nil, "trust_level": 4,
      "admin": isAdmin ? true : nil, "moderator": isModerator ? true : nil,
    ])
  }
}

extension Int {
  /// Unix seconds as forums write a time.
  fileprivate var forumTime: String {
    Date(unixSeconds: self).rfc3339.dropLast() + ".000Z"
  }
}

extension [Int] {
  /// The numbers once each, in their order.
  fileprivate var uniqued: [Int] {
    var seen: Set<Int> = []
    return filter { seen.insert($0).inserted }
  }
}
