import AnswerDecoding
import Roster

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
    guard meta.offset == offset, meta.limit == limit else {
      throw UnusableAnswer(
        "it has offset \(meta.offset) and limit \(meta.limit), "
          + "not \(offset) and \(limit) as asked")
    }
    guard meta.total >= 0 else {
      throw UnusableAnswer("its total is \(meta.total)", isTemporary: true)
    }
    let rows = members.items
    let next = offset + rows.count
    let hasMore = next < meta.total
    return Page(
      items: rows.map { $0.moderator(of: forum) }, hasMore: hasMore, total: meta.total,
      continuation: hasMore && !rows.isEmpty ? "\(next)" : nil)
  }
}
