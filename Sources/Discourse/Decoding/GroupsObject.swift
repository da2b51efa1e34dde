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
