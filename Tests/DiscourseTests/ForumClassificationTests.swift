import Discourse
import FoundationEssentials
import Gzip
import Roster
import TestKit
import Testing
import Transport

/// What a forum's refusals and failures mean.
struct ForumClassificationTests {
  private static func outcome(_ response: RawResponse, key: String? = nil) throws -> Outcome {
    try ForumReplies.forum(key).members(of: "moderators").read(response).outcome
  }

  @Test(arguments: [
    (
      429, #"{"errors":["slow"],"error_type":"rate_limit","extras":{"wait_seconds":17}}"#,
      "locked out 17"
    ),
    (429, #"{"errors":["slow"],"error_type":"rate_limit"}"#, "locked out 60"),
    (403, #"{"errors":["log in"],"error_type":"not_logged_in"}"#, "permanent key_required"),
    (403, #"{"errors":["no"],"error_type":"invalid_access"}"#, "permanent refused"),
    (404, #"{"errors":["no"],"error_type":"not_found"}"#, "permanent refused"),
    (400, #"{"errors":["limit"],"error_type":"invalid_parameters"}"#, "permanent refused"),
    (503, #"{"errors":["later"],"error_type":"read_only"}"#, "temporary server"),
    (500, #"{"errors":["oops"]}"#, "temporary server"),
    (200, #"{"failed":"FAILED"}"#, "temporary undecodable"),
    (200, "", "temporary cut_short"), (502, "{}", "temporary not_the_api"),
  ])
  func anAnswerInJSONIsUnderstood(status: Int, body: String, expected: String) throws {
    #expect(
      ForumReplies.kind(try Self.outcome(ForumReplies.json(body, status: status))) == expected)
  }

  @Test(arguments: [
    (200, "text/html; charset=utf-8", "<html></html>", [:], "temporary not_the_api"),
    (200, "text/html", "", [:], "temporary cut_short"),
    (200, "text/plain", #"{"members":[]}"#, [:], "temporary not_the_api"),
    (429, "text/plain", "Slow down", ["retry-after": "7"], "locked out 7"),
    (429, "text/plain", "Slow down", [:], "locked out 60"),
    (429, "text/plain", "Slow down", ["retry-after": "999999"], "locked out 3600"),
    (
      429, "text/plain", "Slow down",
      ["discourse-rate-limit-error-code": "ip_99999_secs_limit"], "locked out 3600"
    ),
    (
      429, "text/plain", "Slow down",
      ["retry-after": "3", "discourse-rate-limit-error-code": "ip_10_secs_limit"], "locked out 10"
    ),
    (
      429, "text/html", "Slow down",
      ["discourse-rate-limit-error-code": "ip_60_secs_limit"], "locked out 60"
    ),
    (429, "text/html", "<html>robot?</html>", [:], "temporary not_the_api"),
    (
      302, "text/html", "", ["location": "https://talk.example/forum/login"],
      "permanent key_required"
    ),
    (302, "text/html", "", ["location": "/forum/login?x=1"], "permanent key_required"),
    (301, "text/html", "", ["location": "https://other.example/"], "permanent redirected"),
    (404, "text/html", "<html></html>", [:], "temporary not_the_api"),
    (502, "text/html", "<html></html>", [:], "temporary not_the_api"),
  ])
  func anythingElseIsNoRoster(
    status: Int, type: String, body: String, headers: [String: String], expected: String
  ) throws {
    let response = ForumReplies.text(body, type, status: status, headers: headers)
    #expect(ForumReplies.kind(try Self.outcome(response)) == expected)
  }

  /// Servers compress whatever they send.
  @Test func aPackedAnswerIsUnderstoodToo() throws {
    func packed(_ text: String, _ type: String, _ status: Int) -> RawResponse {
      var response = ForumReplies.text(text, type, status: status)
      response.body = GzipCodec.pack(response.body, effort: .least)
      response.headers["content-encoding"] = "gzip"
      return response
    }
    let cases = [
      (packed("", "text/html", 200), "temporary cut_short"),
      (packed("<html></html>", "text/html", 200), "temporary not_the_api"),
      (packed("", "application/json", 200), "temporary cut_short"),
      (
        packed(#"{"errors":["no"],"error_type":"not_logged_in"}"#, "application/json", 403),
        "permanent key_required"
      ),
    ]
    for (response, expected) in cases {
      #expect(ForumReplies.kind(try Self.outcome(response)) == expected)
    }
  }

  /// Nobody who is not seen may be taken for nobody who is there.
  @Test(arguments: [403, 404])
  func aHiddenGroupIsNotAnEmptyOne(status: Int) throws {
    let answer = try ForumReplies.forum().members(of: "moderators").read(
      ForumReplies.json(#"{"errors":["no"],"error_type":"x"}"#, status: status))
    #expect(answer.payload == nil)
    guard case .permanent(let fault) = answer.outcome else { return #expect(Bool(false)) }
    #expect(fault.message == "not visible to this reader (HTTP \(status)): no")
  }

  @Test func aRefusedKeyIsSeenAsOne() throws {
    let refusal = ForumReplies.json(
      #"{"errors":["Der API-Benutzername oder -Schlüssel ist ungültig."],"error_type":"invalid_access"}"#,
      status: 403)
    #expect(ForumReplies.kind(try Self.outcome(refusal)) == "permanent refused")
    #expect(ForumReplies.kind(try Self.outcome(refusal, key: "a:b")) == "permanent key_refused")
    let login = ForumReplies.json(#"{"error_type":"not_logged_in"}"#, status: 403)
    #expect(ForumReplies.kind(try Self.outcome(login, key: "a:b")) == "permanent key_refused")
  }
}
