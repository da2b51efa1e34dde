import Networks
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
