import Discourse
import FoundationEssentials
import Networks
import Roster
import TestKit
import Testing
import Transport

/// Good answers, and those that look good.
struct ForumDecodingTests {
  @Test func anUnpairedSurrogateIsReplaced() throws {
    let answer = try ForumReplies.forum().members(of: "moderators", limit: 10).read(
      ForumReplies.json(
        #"""
        {"members":[{"id":7,"username":"a\ud800b","moderator":true}],
        "meta":{"total":1,"limit":10,"offset":0}}
        """#))
    #expect(answer.payload?.items.map(\.displayName) == ["a\u{FFFD}b"], "\(answer.outcome)")
  }

  @Test func aMemberIsRead() throws {
    let request = try ForumReplies.forum().members(of: "moderators", limit: 10)
    let answer = request.read(
      ForumReplies.json(
        #"""
        {"members":[{"id":7,"username":"b.ö","name":"Bea","avatar_template":
        "/forum/user_avatar/talk.example/b/{size}/1_2.png","title":null,
        "last_seen_at":"2026-11-20T03:04:05.678Z","added_at":"2020-01-01T00:00:00.000Z",
        "timezone":"Europe/Berlin","trust_level":4,"moderator":true}],
        "owners":[{"id":7,"username":"b"}],"meta":{"total":1,"limit":10,"offset":0}}
        """#))
    let page = try #require(answer.payload, "\(answer.outcome)")
    #expect(
      page.items == [
        Moderator(
          userID: 7, displayName: "b.ö", link: "https://talk.example/forum/u/b.%C3%B6",
          profileImage: "https://talk.example/forum/user_avatar/talk.example/b/240/1_2.png")
      ])
    #expect(!page.hasMore && page.total == 1 && page.continuation == nil)
  }

  @Test(arguments: [
    // rows, total, offset; has more, next
    (3, 7, 0, true, "3"), (3, 7, 3, true, "6"), (1, 7, 6, false, nil), (2, 7, 0, true, "2"),
    (0, 0, 0, false, nil), (0, 7, 3, true, "3"), (3, 2, 0, false, nil),
  ])
  func theTotalSaysWhatFollows(
    rows: Int, total: Int, offset: Int, hasMore: Bool, next: String?
  ) throws {
    let request = try ForumReplies.forum().members(of: "m", offset: offset, limit: 3)
    let answer = request.read(
      ForumReplies.members(
        (0..<rows).map { offset + $0 + 1 }, total: total, limit: 3, offset: offset))
    let page = try #require(answer.payload, "\(answer.outcome)")
    #expect(page.hasMore == hasMore && page.continuation == next && page.total == total)
  }

  @Test(arguments: [(200, 0, false), (1_000, 50, false), (1_000, 0, true)])
  func anAnswerToAnotherQuestionIsRefused(limit: Int, offset: Int, isGood: Bool) throws {
    let request = try ForumReplies.forum().members(of: "m")
    let answer = request.read(
      ForumReplies.members([1, 2], total: 300, limit: limit, offset: offset))
    #expect((answer.outcome == .good) == isGood)
    guard !isGood else { return }
    guard case .permanent(let fault) = answer.outcome else { return #expect(Bool(false)) }
    #expect(fault.kind == .undecodable)
  }

  @Test(arguments: [
    #"{"members":[{"id":1,"username":"a"}]}"#, #"{"meta":{"total":0,"limit":3,"offset":0}}"#,
    #"{"members":[{"username":"a"}],"meta":{"total":1,"limit":3,"offset":0}}"#,
    #"{"members":[{"id":1}],"meta":{"total":1,"limit":3,"offset":0}}"#,
    #"{"members":[{"id":1,"username":""}],"meta":{"total":1,"limit":3,"offset":0}}"#,
    #"{"members":[{"id":99999999999,"username":"a"}],"meta":{"total":1,"limit":3,"offset":0}}"#,
    #"{"members":[],"meta":{"total":-1,"limit":3,"offset":0}}"#,
    #"{"members":[],"meta":{"limit":3,"offset":0}}"#, "[]", "{", "null",
  ])
  func halfAnAnswerIsNone(body: String) throws {
    let answer = try ForumReplies.forum().members(of: "m", limit: 3).read(ForumReplies.json(body))
    guard case .temporary(let fault) = answer.outcome else {
      return #expect(Bool(false), "\(body)")
    }
    #expect(fault.kind == .undecodable)
  }

  @Test func aPageHoldsNoMoreThanWasAskedFor() throws {
    let answer = try ForumReplies.forum().members(of: "m", limit: 2)
      .read(ForumReplies.members([1, 2, 3], total: 3, limit: 2, offset: 0))
    guard case .temporary(let fault) = answer.outcome else { return #expect(Bool(false)) }
    #expect(
      fault.message == "the answer cannot be read: members has more than the 2 items asked for")
  }

  private static let about = #"""
    {"users":[{"id":9,"username":"ann"},{"id":3,"username":"bob"},{"id":-1,"username":"system"},
    {"id":5,"username":"cat","name":null,"title":"x"}],"about":{"title":"Talk","locale":"de",
    "version":"3.5.0","https":true,"stats":{"topic_count":1},"moderator_ids":[9,3],
    "admin_ids":[3,-1],"category_moderators":[{"category_id":8,"moderator_ids":[5,9]},
    {"category_id":2,"moderator_ids":[5]}]}}
    """#

  @Test func everyRoleIsKept() throws {
    let answer = try ForumReplies.forum().about().read(ForumReplies.json(Self.about))
    let staff = try #require(answer.payload, "\(answer.outcome)")
    #expect(
      staff.holders.map { "\($0.moderator.userID) \($0.role.rawValue) \($0.categoryID ?? 0)" } == [
        "3 moderator 0", "9 moderator 0", "-1 admin 0", "3 admin 0", "5 category_moderator 2",
        "5 category_moderator 8", "9 category_moderator 8",
      ])
    #expect(staff.title == "Talk")
    #expect(staff.page(of: .categoryModerator).items.map(\.displayName) == ["cat", "ann"])
    let admins = staff.page(of: .admin)
    #expect(admins.items.map(\.kind) == [.community, .moderator])
    #expect(!admins.hasMore && admins.total == nil)
  }

  @Test func theOlderLayoutIsReadToo() throws {
    let body =
      #"{"about":{"title":"Old","moderators":[{"id":2,"username":"b"},{"id":1,"username":"a"}],"#
      + #""admins":[{"id":1,"username":"a"}],"stats":{}}}"#
    let answer = try ForumReplies.forum().about().read(ForumReplies.json(body))
    let staff = try #require(answer.payload, "\(answer.outcome)")
    #expect(staff.page(of: .moderator).items.map(\.userID) == [1, 2])
    #expect(staff.page(of: .admin).items.map(\.userID) == [1])
    #expect(staff.page(of: .categoryModerator).items.isEmpty)
  }

  @Test(arguments: [
    (#"{"id":9,"username":"ann"},"#, ""), (#""moderator_ids":[9,3],"#, ""),
    (#""admin_ids":[3,-1]"#, #""admin_ids":[4]"#), (#""admin_ids":[3,-1],"#, ""),
    (#""moderator_ids":[5,9]"#, #""moderator_ids":[6]"#), (#""moderator_ids":[5,9]"#, #""x":[]"#),
  ])
  func aStaffWithoutOneOfItsUsersIsRefused(part: String, other: String) throws {
    let body = Self.about.replacing(part, with: other)
    #expect(body != Self.about)
    let answer = try ForumReplies.forum().about().read(ForumReplies.json(body))
    guard case .temporary(let fault) = answer.outcome else { return #expect(Bool(false)) }
    #expect(fault.kind == .undecodable)
  }

  @Test func groupsAreFoundByTheirIDs() throws {
    let body =
      #"{"groups":[{"id":1,"name":"Админы"},{"id":2,"name":"Модераторы"}],"extras":{"#
      + #""type_filters":["public"]},"total_rows_groups":3,"load_more_groups":"/groups?page=1"}"#
    let forum = try ForumReplies.forum()
    let page = try #require(forum.groups().read(ForumReplies.json(body)).payload)
    #expect(page.items.first { $0.id == ForumRole.moderator.groupID }?.name == "Модераторы")
    #expect(page.hasMore && page.total == 3)
    let last = try #require(forum.groups(page: 1, seen: 1).read(ForumReplies.json(body)).payload)
    #expect(!last.hasMore)
  }

  @Test func aForumTellsItsTitleWithoutALogin() throws {
    let body = #"{"title":"Talk","locale":"de","login_required":true,"logo_url":"/x.png"}"#
    let answer = try ForumReplies.forum().info().read(ForumReplies.json(body))
    #expect(answer.payload?.title == "Talk")
  }

  /// Wherever an answer is cut, it is no roster.
  @Test func noBeginningOfAnAnswerIsAnAnswer() throws {
    let about = Array(Self.about.utf8)
    let request = try ForumReplies.forum().about()
    for length in about.indices where !about[length...].allSatisfy({ $0 <= 0x20 }) {
      let cut = ForumReplies.json(String(decoding: about[..<length], as: UTF8.self))
      #expect(request.read(cut).payload == nil, "\(length)")
    }
    #expect(request.read(ForumReplies.json(Self.about)).payload != nil)
  }
}
