import MediaWiki
import Networks
import Roster
import Testing
import Transport

/// The wiki of the tests, and its answers.
enum WikiReplies {
  static func wiki(_ address: String = "https://wiki.example/w/api.php") throws -> WikiEndpoint {
    WikiEndpoint(
      try #require(try? WebAddress(address)), program: "modexport/1.0",
      contact: OperatorContact("ops@example.org"))
  }

  static func json(_ text: String, status: Int = 200, headers: [String: String] = [:])
    -> RawResponse
  {
    RawResponse(
      status: status,
      headers: ["content-type": "application/json; charset=utf-8"].merging(headers) { $1 },
      body: Array(text.utf8))
  }

  /// A page of users of the group `sysop`.
  static func users(_ names: [String], more: String = "") -> RawResponse {
    let rows = names.enumerated().map {
      #"{"userid":\#($0 + 1),"name":"\#($1)","groups":["*","user","sysop"]}"#
    }
    return json(
      #"{"batchcomplete":true\#(more),"query":{"allusers":[\#(rows.joined(separator: ","))]}}"#)
  }

  /// The outcome in two words, such as `permanent refused`.
  static func kind(_ outcome: Outcome) -> String {
    switch outcome {
    case .good: "good"
    case .throttled: "throttled"
    case .lockedOut(let seconds): "locked out \(Int(seconds))"
    case .temporary(let fault):
      "temporary \(fault.kind.rawValue)" + (fault.retryAfter.map { " \(Int($0))" } ?? "")
    case .permanent(let fault): "permanent \(fault.kind.rawValue)"
    }
  }
}
