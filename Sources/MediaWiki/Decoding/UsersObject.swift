import FoundationEssentials
import Networks
import Roster

/// `list=allusers`.
struct UsersObject: Decodable {
  /// Nil on a page without rows although the list goes on.
  var query: Query?

  struct Query: Decodable {
    var allusers: BoundedItems<User>
  }

  struct User: Decodable {
    var id: Int
    var name: String
    var groups: [String]
    var registration: Date?
    var centralID: Int?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      // Older wikis give it in quotes.
      guard let id = container.lenientInt32("userid") else {
        throw OutOfBounds(container.codingPath + [NamedKey("userid")], "is no id of 32 bits")
      }
      self.id = id
      name = try container.string("name", most: Bounds.name)
      groups = try container.texts("groups")
      registration = container.lenientInstant("registration")
      let ids = try? container.nestedContainer(keyedBy: NamedKey.self, forKey: "centralids")
      let attached = try? container.nestedContainer(
        keyedBy: NamedKey.self, forKey: "attachedlocal")
      // The wiki looks the id up by name: without the attachment it may be somebody else's.
      guard attached?.lenientBool("CentralAuth") == true else { return }
      centralID = ids?.lenientInt32("CentralAuth").flatMap { $0 > 0 ? $0 : nil }
    }
  }
}

extension UsersObject {
  /// The page of a group's members.
  ///
  /// - Parameters:
  ///   - articles: The pattern of page addresses; nil where it is not known.
  ///
  /// The order of names is that of the wiki's database, and is not looked at: what proves a roster is that a second
  /// reading in the other direction has the same users in another order.
  ///
  /// - Throws: `UnusableAnswer` where a user is not in the group: then the wiki answers another question.
  func page(
    of group: String, total: Int?, articles: String?, next: Continuation?
  ) throws(UnusableAnswer) -> Page<Moderator> {
    let users = try rowsOrEnd(query?.allusers.items, next)
    guard users.allSatisfy({ $0.groups.contains(group) }) else {
      throw UnusableAnswer("a user is not in the group \(group)")
    }
    let pages = UserPages(articles: articles)
    return Page(
      items: users.map { user in
        Moderator(
          userID: user.id, accountID: user.centralID, displayName: user.name,
          link: pages.address(of: user.name), memberSince: user.registration)
      }, next: next?.position, total: total)
  }
}

/// The rows of a page: only a page that is not the last may lack its list.
///
/// - Throws: `UnusableAnswer`.
func rowsOrEnd<Row>(_ list: [Row]?, _ next: Continuation?) throws(UnusableAnswer) -> [Row] {
  guard list != nil || next != nil else {
    throw UnusableAnswer("it has neither rows nor a continuation")
  }
  return list ?? []
}

/// The addresses of the pages of a wiki's users.
private struct UserPages {
  /// The parts of an address around the title; nil where they are not known.
  private let parts: [Substring]?

  /// - Parameter articles: ``WikiInfo/articleAddress``, in which `$1` is the title.
  init(articles: String?) {
    parts = articles?.split(separator: "$1", omittingEmptySubsequences: false)
  }

  func address(of name: String) -> String? {
    guard let parts else { return nil }
    let underscored = name.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }
    let title = RequestQuery.encoded("User:" + String(decoding: underscored, as: UTF8.self))
    return parts.joined(separator: title)
  }
}
