import Discourse
import Networks
import Roster
import TestKit
import Testing
import Transport

/// The staff as releases of Discourse publish it, by their code. The people are made up.
struct ForumReleaseTests {
  private static let users =
    #"{"id":1,"username":"ann"},{"id":2,"username":"bea"},{"id":3,"username":"cho"}"#

  /// - Parameter lists: The members of `about`.
  private static func about(_ lists: String) -> RawResponse {
    ForumReplies.json(
      #"{"users":[\#(users)],"about":{"title":"Talk","locale":"en","version":"3.4.0",\#(lists)}}"#)
  }

  private static func evidence(of answer: RawResponse) async throws -> Evidence {
    let network = DiscourseNetwork()
    let site = try #require(network.site(at: "https://talk.example"))
    let transport = ScriptedTransport { _, _ in answer }
    let lists = try await network.lists(of: site, ListContext(), through: transport)
    return try await lists.walked(pageSize: 50, by: network.rules, through: transport)
  }

  @Test(arguments: [
    // 2.2: the users themselves, and nobody for single categories.
    #""moderators":[{"id":2,"username":"bea","avatar_template":"/a\u0000/{size}.png"}],"admins":[{"id":1,"username":"ann"}]"#,
    // 2.8: with those of categories.
    #""moderators":[{"id":2,"username":"bea"}],"admins":[{"id":1,"username":"ann"}],"category_moderators":[{"category_id":5,"moderators":[{"id":3,"username":"cho"}]}]"#,
    // 3.x: by id.
    #""moderator_ids":[2],"admin_ids":[1],"category_moderators":[{"category_id":5,"moderator_ids":[3]}]"#,
  ])
  func eachReleaseIsReadToItsGrade(lists: String) async throws {
    let evidence = try await Self.evidence(of: Self.about(lists))
    let rules = DiscourseNetwork.rules
    #expect(evidence.verdict(by: rules) == .unproven([.unpagedList]))
    #expect(evidence.verdict(by: rules).grade == .published)
    let ids = evidence.pages(of: .first).flatMap(\.userIDs)
    #expect(ids.sorted() == (lists.contains("category") ? [1, 2, 3] : [1, 2]))
  }

  /// Newer forums can hide the profiles of their staff. Every forum has an admin.
  @Test(arguments: [
    #""moderator_ids":[2],"admin_ids":[],"category_moderators":[]"#,
    #""moderator_ids":[],"admin_ids":[],"category_moderators":[]"#,
    #""moderators":[{"id":2,"username":"bea"}],"admins":[]"#,
  ])
  func aForumWithoutAnAdminIsNotBelieved(lists: String) async throws {
    let verdict = try await Self.evidence(of: Self.about(lists)).verdict(by: DiscourseNetwork.rules)
    #expect(verdict == .incomplete([.emptyRole, .notRepeated]))
    #expect(!verdict.mayBePublished(acceptingUnproven: true))
  }
}
