import Discourse
import Networks
import Roster
import TestKit
import Testing
import Transport

/// Addresses and headers of requests.
struct ForumRequestTests {
  @Test(arguments: [
    ("talk.example", "https://talk.example", "talk.example"),
    ("HTTPS://Talk.Example:443/", "https://talk.example", "talk.example"),
    ("http://talk.example:80/forum//", "http://talk.example/forum", "talk.example/forum"),
    ("http://127.0.0.1:8080/a/b", "http://127.0.0.1:8080/a/b", "127.0.0.1:8080/a/b"),
    ("https://talk.example./Forum", "https://talk.example/Forum", "talk.example/Forum"),
  ])
  func aSiteHasOneAddress(text: String, address: String, site: String) throws {
    let read = try #require(try? WebAddress(text))
    #expect(read.description == address && read.siteID == site)
  }

  @Test(arguments: [
    "", "ftp://talk.example", "https://", "https://me@talk.example", "talk.example?a=b",
    "talk example",
    "talk.example/../etc", "talk.example:0", "talk.example:x", "talk.example#a",
  ])
  func whatIsNoAddressIsRefused(text: String) {
    #expect((try? WebAddress(base: text)) == nil)
  }

  @Test func membersAreAskedForInAnOrderThatDoesNotChange() throws {
    let forum = try ForumReplies.forum()
    #expect(
      forum.members(of: "moderators", offset: 2_000).url
        == "https://talk.example/forum/groups/moderators/members.json"
        + "?limit=1000&offset=2000&order=added_at&asc=true")
    // Any value of `asc` would mean ascending.
    #expect(
      forum.members(of: "Модераторы/1", limit: 5, order: .newestFirst).url
        == "https://talk.example/forum/groups/"
        + "%D0%9C%D0%BE%D0%B4%D0%B5%D1%80%D0%B0%D1%82%D0%BE%D1%80%D1%8B%2F1/members.json"
        + "?limit=5&offset=0&order=added_at")
    #expect(forum.about().url == "https://talk.example/forum/about.json")
    #expect(
      forum.groups(page: 1, seen: 36).url
        == "https://talk.example/forum/groups.json?type=automatic&order=name&asc=true&page=1")
  }

  @Test func aKeyTravelsInHeadersOnly() throws {
    let admin = try ForumReplies.forum("system:SECRET").about()
    #expect(admin.headers.values == ["Api-Key": "SECRET", "Api-Username": "system"])
    let user = try ForumReplies.forum("SECRET").about()
    #expect(user.headers.values == ["User-Api-Key": "SECRET"])
    #expect(!admin.url.contains("SECRET") && !"\(admin)".contains("SECRET"))
    #expect(try ForumReplies.forum().about().headers.values.isEmpty)
    #expect(try ForumReplies.forum("OTHER").about().throttleKey != user.throttleKey)
  }

  /// A forum can send back the header that it was sent.
  @Test func theKeyIsRemovedFromAnswers() throws {
    let request = try ForumReplies.forum("system:SECRET").about()
    let answer = request.read(
      ForumReplies.json(
        #"{"errors":["no SECRET here"]}"#, status: 422,
        headers: ["server": "SECRET", "age": "60", "via": "1.1 cache"]))
    guard case .permanent(let fault) = answer.outcome else { return #expect(Bool(false)) }
    #expect(fault.message == "the forum refuses it (HTTP 422): no … here")
    #expect(answer.head?.server == "…")
    #expect(answer.head?.age == 60 && answer.head?.isForwarded == true)
  }
}
