import MediaWiki
import Networks
import Roster
import Testing
import Transport

/// What a wiki's errors mean.
struct WikiClassificationTests {
  private static func kind(_ response: RawResponse) throws -> String {
    WikiReplies.kind(try WikiReplies.wiki().members(of: "sysop").read(response).outcome)
  }

  @Test(arguments: [
    ("maxlag", [:], "temporary server 5"), ("maxlag", ["retry-after": "12"], "temporary server 12"),
    ("maxlag", ["retry-after": "1"], "temporary server 5"), ("ratelimited", [:], "locked out 60"),
    ("ratelimited", ["retry-after": "7"], "locked out 7"), ("readonly", [:], "temporary server"),
    ("internal_api_error_DBQueryError", [:], "temporary server"),
    ("readapidenied", [:], "permanent refused"), ("badvalue", [:], "permanent refused"),
  ])
  func aCodeDecides(code: String, headers: [String: String], expected: String) throws {
    let new =
      #"{"errors":[{"code":"\#(code)","text":"why","data":{"lag":6.25},"module":"main"}],"docref":""}"#
    #expect(try Self.kind(WikiReplies.json(new, headers: headers)) == expected)
    let old = #"{"error":{"code":"\#(code)","info":"why","lag":6.25}}"#
    #expect(try Self.kind(WikiReplies.json(old, headers: headers)) == expected)
  }

  @Test func aWikiThatKnowsTheContactIsNotSaidToWantOne() throws {
    let refusal = RawResponse(
      status: 403, headers: ["content-type": "text/plain"], body: Array("robot policy".utf8))
    let address = try WebAddress("https://wiki.example.org/w/api.php")
    for contact in [nil, OperatorContact("ops@example.org")] {
      let wiki = WikiEndpoint(address, program: "modexport/1", contact: contact)
      guard case .permanent(let fault) = wiki.info().read(refusal).outcome else {
        Issue.record("it is not permanent")
        continue
      }
      #expect(fault.kind == .accessDenied)
      #expect(fault.message.contains("with a contact") == (contact == nil), "\(fault.message)")
    }
  }

  @Test func theLagIsTold() throws {
    let body = #"{"errors":[{"code":"maxlag","text":"x","data":{"lag":6.25}}]}"#
    let answer = try WikiReplies.wiki().info().read(WikiReplies.json(body))
    guard case .temporary(let fault) = answer.outcome else { return #expect(Bool(false)) }
    #expect(fault.message == "the wiki's databases lag by 6.3 seconds")
  }

  /// An error beside rows, or one in a form that nobody knows, is an error still.
  @Test(arguments: [
    #"{"errors":"?","query":{"allusers":[]}}"#, #"{"error":[],"query":{"allusers":[]}}"#,
    #"{"errors":[{"text":"x"}],"query":{"allusers":[]}}"#,
    #"{"errors":[{"code":"x"}],"query":{"allusers":[]}}"#,
  ])
  func anErrorIsNeverOverlooked(body: String) throws {
    #expect(try Self.kind(WikiReplies.json(body)) != "good", "\(body)")
  }

  @Test(arguments: [
    (429, "text/html", "slow down", ["retry-after": "9"], "locked out 9"),
    (429, "application/json", "{}", [:], "locked out 60"),
    (403, "text/plain", "Please set a user-agent", [:], "permanent access_denied"),
    (403, "text/html", "<html>no</html>", [:], "temporary not_the_api"),
    (503, "text/html", "<html>busy</html>", ["retry-after": "3"], "temporary not_the_api 3"),
    (200, "text/html", "<html></html>", [:], "temporary not_the_api"),
    (200, "application/json", "", [:], "temporary cut_short"),
    (200, "application/json", "{}", [:], "permanent undecodable"),
    (200, "application/json", "[]", [:], "temporary undecodable"),
    (
      200, "application/json", #"{"query":{"allusers":[{"userid":1}]}}"#, [:],
      "temporary undecodable"
    ),
    (301, "text/html", "", [:], "permanent redirected"),
    (410, "text/html", "<html>gone</html>", [:], "permanent refused"),
    (410, "application/json", "{}", [:], "permanent refused"),
    (500, "application/json", #"{"errors":[{"code":"x"}]}"#, [:], "temporary server"),
  ])
  func anythingElseIsNoRoster(
    status: Int, type: String, body: String, headers: [String: String], expected: String
  ) throws {
    let response = RawResponse(
      status: status, headers: ["content-type": type].merging(headers) { $1 },
      body: Array(body.utf8))
    #expect(try Self.kind(response) == expected)
  }
}
