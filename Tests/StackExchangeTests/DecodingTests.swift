import FoundationEssentials
import Networks
import Roster
import TestKit
import Testing
import Transport

@testable import StackExchange

struct DecodingTests {
  static func moderators(_ items: String, isSafe: Bool = false) throws -> [Moderator] {
    let body = #"{"items":[\#(items)],"has_more":false,"total":1,"type":"user"}"#
    let filter = Filter(id: "x", isSafe: isSafe)
    let request = APIEndpoint().moderators(
      of: "cooking", page: 1, order: .ascending, filter: filter)
    let answer = request.read(RawResponse(status: 200, body: Array(body.utf8)))
    return try #require(answer.payload, "\(answer.outcome)").items
  }

  @Test func aWholeUserIsRead() throws {
    let user = try Self.moderators(
      #"""
      {"badge_counts":{"bronze":10,"silver":5,"gold":1},"account_id":101,"is_employee":false,
      "reputation":12345,"creation_date":1280000000,
      "user_type":"moderator","user_id":42,"location":"São Paulo","website_url":"",
      "link":"https://example.com/users/42/a","profile_image":"https://i.sstatic.net/x.png?s=256",
      "display_name":"D'Example","about_me":"<p>Hi</p>","collectives":[{"role":"member"}]}
      """#
    )[0]
    #expect(user.userID == 42 && user.accountID == 101 && user.displayName == "D'Example")
    #expect(user.kind == .moderator && user.reputation == 12345)
    #expect(user.badges == .init(gold: 1, silver: 5, bronze: 10))
    #expect(user.location == "São Paulo" && user.websiteURL == nil && user.aboutText == "Hi")
    #expect(user.memberSince == Date(unixSeconds: 1_280_000_000))
  }

  /// The API says "" and leaves a field out by turns, and means the same.
  @Test func anEmptyProfileFieldIsAbsent() throws {
    let user = try Self.moderators(
      #"{"user_id":7,"location":"","website_url":"","about_me":""}"#)[0]
    #expect(user == Moderator(userID: 7, displayName: "user7"))
  }

  @Test func numbersOutOfThisWorldAreAbsent() throws {
    let user = try Self.moderators(
      #"{"user_id":7,"creation_date":9223372036854775807,"reputation":9223372036854775807}"#)[0]
    #expect(user == Moderator(userID: 7, displayName: "user7"))
    let body =
      #"{"items":[],"has_more":true,"total":9223372036854775807,"quota_remaining":9223372036854775807}"#
    let request = APIEndpoint().moderators(
      of: "cooking", page: 1, order: .ascending, filter: Filter(id: "x", isSafe: false))
    let answer = request.read(RawResponse(status: 200, body: Array(body.utf8)))
    #expect(answer.payload?.total == nil && answer.quota == nil && answer.payload?.hasMore == true)
  }

  /// A server can send back the header that it was sent.
  @Test func whatTheAPISaysOfTheKeyIsNotRepeated() throws {
    let key = APIKey("SECRET((")
    let body =
      #"{"error_id":400,"error_message":"what is Bearer SECRET((?","error_name":"bad_parameter"}"#
    let request = APIEndpoint(key: key).sites(filter: .wellKnownSafe)
    let answer = request.read(
      RawResponse(status: 400, headers: ["server": "x SECRET(("], body: Array(body.utf8)))
    guard case .permanent(let fault) = answer.outcome else { return #expect(Bool(false)) }
    #expect(fault.message.contains("what is Bearer …?"))
    #expect(answer.head?.server == "x …")
  }

  @Test func onlyTheIDIsRequired() throws {
    let bare = try Self.moderators(#"{"user_id":7}"#)[0]
    #expect(bare == Moderator(userID: 7, displayName: "user7"))
    let nulls = try Self.moderators(
      #"""
      {"user_id":7,"account_id":null,"display_name":null,"is_employee":null,"reputation":null,
      "badge_counts":null,"location":null,"website_url":null,"link":null,"profile_image":null,
      "about_me":null,"creation_date":null,"last_access_date":null,"user_type":null}
      """#)[0]
    #expect(nulls == bare)
  }

  @Test func strangeValuesDoNoHarm() throws {
    let user = try Self.moderators(
      #"{"user_id":7,"user_type":"galactic","reputation":"12","account_id":3.0,"location":9}"#)[0]
    #expect(user.reputation == 12 && user.accountID == 3 && user.location == nil)
  }

  @Test(arguments: [
    (#"{"user_id":-1,"is_employee":false}"#, Moderator.Kind.community),
    (#"{"user_id":5,"is_employee":true,"user_type":"registered"}"#, .staff),
    (#"{"user_id":5,"is_employee":false}"#, .moderator),
  ])
  func kindsAreTold(json: String, kind: Moderator.Kind) throws {
    #expect(try Self.moderators(json)[0].kind == kind)
  }

  @Test(arguments: [
    (#"a\u0000b"#, "a\u{FFFD}b"), (#"a\ud800b"#, "a\u{FFFD}b"),
    (#"a\udc00\ud800"#, "a\u{FFFD}\u{FFFD}"),
    (#"\ud83d\ude00"#, "😀"), (#"\\ud800"#, #"\ud800"#), (#"\ud800\ud83d\ude00"#, "\u{FFFD}😀"),
  ])
  func unpairedSurrogatesAndNULBecomeReplacementCharacters(json: String, name: String) throws {
    let user = try Self.moderators(#"{"user_id":7,"display_name":"\#(json)"}"#)[0]
    #expect(user.displayName == name)
  }

  @Test(arguments: [
    ("Jack D&#39;Aurizio", "Jack D'Aurizio"), ("Jack D&amp;#39;Aurizio", "Jack D'Aurizio"),
    ("Cura&#231;ao", "Curaçao"), ("Unix &amp; Linux", "Unix & Linux"), ("&#128512;", "😀"),
    ("マーチン", "マーチン"), ("AT&T", "AT&T"),
  ])
  func theTextOfSafeFiltersIsDecodedUntilItNoLongerChanges(escaped: String, name: String) throws {
    let json = #"{"user_id":7,"display_name":"\#(escaped)"}"#
    #expect(try Self.moderators(json, isSafe: true)[0].displayName == name)
    #expect(try Self.moderators(json, isSafe: false)[0].displayName == escaped)
  }

  @Test func requestsAreEncodedAndKeysTravelInAHeaderOnly() {
    let endpoint = APIEndpoint(base: "https://api.example.com/2.3/", key: APIKey("U4DMV*8((&="))
    let request = endpoint.moderators(
      of: "meta.stackoverflow", page: 2, order: .descending, filter: .wellKnownSafe)
    #expect(
      request.label == "users/moderators?site=meta.stackoverflow&page=2&pagesize=100&order=desc"
        + "&sort=creation&filter=%21-%2AjbN0CeyJHb")
    #expect(request.url == "https://api.example.com/2.3/" + request.label)
    #expect(request.headers.values == ["Authorization": "Bearer U4DMV*8((&="])
    #expect(request.method == "users/moderators")
    #expect(endpoint.host == "api.example.com")
    var dumped = ""
    dump(request.headers, to: &dumped)
    for text in [
      "\(endpoint)", String(reflecting: endpoint), endpoint.throttleKey, "\(request.headers)",
      String(reflecting: request.headers), dumped,
    ] {
      #expect(!text.contains("U4DMV"))
    }
    #expect(APIEndpoint().sites(filter: .wellKnownSafe).headers.values.isEmpty)
  }

  @Test func theFilterIsMadeUnsafe() throws {
    let request = APIEndpoint().makeFilter()
    #expect(request.label.contains("unsafe=true") && request.label.contains("base=none"))
    let body =
      #"{"items":[{"filter":"sAR)YG","filter_type":"unsafe","included_fields":[]}],"#
      + #""has_more":false}"#
    let answer = request.read(RawResponse(status: 200, body: Array(body.utf8)))
    #expect(answer.payload == "sAR)YG")
  }
}
