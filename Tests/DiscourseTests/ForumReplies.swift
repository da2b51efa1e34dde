import Discourse
import Networks
import Roster
import TestKit
import Testing
import Transport

/// The forum of the tests, and its answers.
enum ForumReplies {
  /// A forum in a folder of its host.
  static func forum(_ key: String? = nil) throws -> ForumEndpoint {
    ForumEndpoint(
      try #require(try? WebAddress("https://talk.example/forum")),
      credential: key.map { ForumCredential(APIKey($0)) })
  }

  static func json(_ text: String, status: Int = 200, headers: [String: String] = [:])
    -> RawResponse
  {
    RawResponse(
      status: status,
      headers: ["content-type": "application/json; charset=utf-8"].merging(headers) { $1 },
      body: Array(text.utf8))
  }

  static func text(_ text: String, _ type: String, status: Int, headers: [String: String] = [:])
    -> RawResponse
  {
    RawResponse(
      status: status, headers: ["content-type": type].merging(headers) { $1 },
      body: Array(text.utf8))
  }

  /// A page of members in the forum's form.
  static func members(_ ids: [Int], total: Int, limit: Int, offset: Int) -> RawResponse {
    let rows = ids.map { #"{"id":\#($0),"username":"u\#($0)","admin":true}"# }
    return json(
      #"{"members":[\#(rows.joined(separator: ","))],"owners":[],"#
        + #""meta":{"total":\#(total),"limit":\#(limit),"offset":\#(offset)}}"#)
  }

  /// The outcome in two words, such as `permanent refused`.
  static func kind(_ outcome: Outcome) -> String {
    switch outcome {
    case .good: "good"
    case .throttled: "throttled"
    case .lockedOut(let seconds): "locked out \(Int(seconds))"
    case .temporary(let fault): "temporary \(fault.kind.rawValue)"
    case .permanent(let fault): "permanent \(fault.kind.rawValue)"
    }
  }
}
