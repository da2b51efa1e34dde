import FoundationEssentials
import MediaWiki
import Networks
import Roster
import TestKit
import Testing
import Transport

/// Good answers, and those that look good.
struct WikiDecodingTests {
  private static func members(
    _ response: RawResponse, of group: String = "sysop", from token: Continuation? = nil,
    order: NameOrder = .ascending, limit: Int = 10
  ) throws -> Answer<Page<Moderator>> {
    try WikiReplies.wiki().members(
      of: group, from: token, limit: limit, order: order, total: 1,
      articles: "https://wiki.example/wiki/$1"
    ).read(response)
  }

  private static let user = #"""
    {"batchcomplete":true,"query":{"allusers":[{"userid":7,"name":"Bea Ö","centralids":
    {"CentralAuth":70,"local":7},"attachedlocal":{"CentralAuth":true,"local":true},"editcount":12,
    "registration":"2004-12-24T01:02:03Z","groups":["*","user","autoconfirmed","sysop","bot"]}]}}
    """#

  @Test func aMemberIsRead() throws {
    let page = try #require(try Self.members(WikiReplies.json(Self.user)).payload)
    #expect(
      page.items == [
        Moderator(
          userID: 7, accountID: 70, displayName: "Bea Ö",
          link: "https://wiki.example/wiki/User%3ABea_%C3%96",
          memberSince: Date(unixSeconds: 1_103_850_123))
      ])
    #expect(!page.hasMore && page.continuation == nil && page.total == 1)
  }

  /// The central id is looked up by name, and may be somebody else's.
  @Test(arguments: [
    #""CentralAuth":false"#, #""CentralAuth":"""#, #""CentralAuth":null"#, #""CentralAuth":1"#,
    #""other":true"#,
  ])
  func anAccountThatIsNotAttachedIsUnknown(attached: String) throws {
    let body = Self.user.replacing(
      #""attachedlocal":{"CentralAuth":true"#, with: #""attachedlocal":{\#(attached)"#)
    #expect(body != Self.user)
    let page = try #require(try Self.members(WikiReplies.json(body)).payload)
    #expect(page.items.first?.accountID == nil)
  }

  /// A wiki escapes what its database cannot hold as text.
  @Test func anUnpairedSurrogateIsReplaced() throws {
    let body = Self.user.replacing("Bea Ö", with: #"Bea \ud800"#)
    let page = try #require(try Self.members(WikiReplies.json(body)).payload)
    #expect(page.items.map(\.displayName) == ["Bea \u{FFFD}"])
  }

  @Test func anUnknownRegistrationIsAbsent() throws {
    let body = Self.user.replacing("2004-12-24T01:02:03Z", with: "")
    let page = try #require(try Self.members(WikiReplies.json(body)).payload)
    #expect(page.items.first?.memberSince == nil)
  }

  @Test func allOfAContinuationIsKept() throws {
    let response = WikiReplies.users(
      ["A", "B"], more: #","continue":{"aufrom":"C|D","continue":"-||","n":5}"#)
    let page = try #require(try Self.members(response).payload)
    #expect(page.hasMore && page.continuation == "aufrom=C%7CD&continue=-%7C%7C&n=5")
  }

  /// A short page, or one without rows, ends no list; the end of the list does.
  @Test func onlyAMissingContinuationEndsTheList() throws {
    let empty = WikiReplies.json(#"{"batchcomplete":true,"continue":{"aufrom":"C"}}"#)
    let page = try #require(try Self.members(empty).payload)
    #expect(page.items.isEmpty && page.hasMore && page.continuation == "aufrom=C")
    let last = try #require(try Self.members(WikiReplies.users([])).payload)
    #expect(last.items.isEmpty && !last.hasMore)
    let neither = try Self.members(WikiReplies.json(#"{"batchcomplete":true}"#))
    #expect(WikiReplies.kind(neither.outcome) == "permanent undecodable")
  }

  @Test(arguments: [
    #","continue":{}"#, #","continue":[]"#, #","continue":{"aufrom":["x"]}"#, #","continue":null"#,
    #","continue":{"augroup":"bot"}"#, #","continue":{"action":"help","aufrom":"C"}"#,
    #","warnings":[{"code":"deprecation","text":"old","module":"main"}]"#,
    #","warnings":{"allusers":{"warnings":"unknown group"}}"#, #","warnings":{"x":{"*":"y"}}"#,
    #","warnings":"?""#,
    #","warnings":{"allusers":{"*":"Unrecognized value for parameter 'augroup': sysop"}}"#,
    #","warnings":{"main":{"*":"Unrecognized parameters: 'errorformat', 'augroup'"}}"#,
    #","warnings":{"main":{"*":"Unrecognized parameter: 'errorformat'\nUnrecognized value"}}"#,
    #","warnings":{"query":{"*":"Unrecognized value for parameter 'list': allusers"}}"#,
  ])
  func aPageThatAnswersSomethingElseIsRefused(more: String) throws {
    let answer = try Self.members(WikiReplies.users(["A"], more: more))
    #expect(answer.payload == nil)
    #expect(WikiReplies.kind(answer.outcome).hasSuffix("undecodable"))
  }

  @Test func noWarningIsNone() throws {
    for more in [#","warnings":[]"#, #","warnings":null"#] {
      #expect(try Self.members(WikiReplies.users(["A"], more: more)).outcome == .good)
    }
  }

  @Test func aUserOutsideOfTheGroupRefusesThePage() throws {
    let answer = try Self.members(WikiReplies.users(["A"]), of: "bureaucrat")
    #expect(WikiReplies.kind(answer.outcome) == "permanent undecodable")
  }

  @Test func aPageHoldsNoMoreThanWasAskedFor() throws {
    #expect(try Self.members(WikiReplies.users(["A", "B"]), limit: 2).outcome == .good)
    let answer = try Self.members(WikiReplies.users(["A", "B", "C"]), limit: 2)
    #expect(WikiReplies.kind(answer.outcome) == "temporary undecodable")
  }

  @Test func aWikiTellsItsGroups() throws {
    let body = #"""
      {"batchcomplete":true,"query":{"general":{"sitename":"Wiki","wikiid":"dewiki","lang":"de",
      "generator":"MediaWiki 1.45.0","server":"//de.wiki.example","articlepath":"/wiki/$1"},
      "usergroups":[{"name":"*","rights":["read","delete"]},{"name":"user","rights":["block"],
      "number":900},{"name":"sysop","rights":[],"number":3},{"name":"bureaucrat","rights":[]},
      {"name":"eliminator","rights":["delete"],"number":2},{"name":"oversight","rights":["block"],
      "number":0},{"name":"bot","rights":["bot"],"number":4},{"name":"auto","rights":["delete"]}],
      "statistics":{"admins":3}}}
      """#
    let answer = try WikiReplies.wiki().info().read(WikiReplies.json(body))
    let info = try #require(answer.payload, "\(answer.outcome)")
    #expect(info.wikiID == "dewiki")
    #expect(info.articleAddress == "https://de.wiki.example/wiki/$1")
    #expect(
      info.groups.filter(\.moderates).map(\.name) == [
        "sysop", "bureaucrat", "eliminator", "oversight",
      ])
    #expect(info.groups.filter(\.moderates).map(\.size) == [3, nil, 2, 0])
  }

  /// Wherever an answer is cut, it is no roster.
  @Test func noBeginningOfAnAnswerIsAnAnswer() throws {
    let body = Array(Self.user.utf8)
    for length in body.indices where !body[length...].allSatisfy({ $0 <= 0x20 }) {
      let cut = WikiReplies.json(String(decoding: body[..<length], as: UTF8.self))
      #expect(try Self.members(cut).payload == nil, "\(length)")
    }
    #expect(try Self.members(WikiReplies.json(Self.user)).payload != nil)
  }
}
