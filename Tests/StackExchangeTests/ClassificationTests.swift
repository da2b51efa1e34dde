import FoundationEssentials
import Gzip
import Networks
import Roster
import TestKit
import Testing
import Transport

@testable import StackExchange

/// What an answer means, as a table of answers.
struct ClassificationTests {
  static let good = #"{"items":[],"has_more":false,"quota_remaining":299,"total":0}"#
  static let html = "<!DOCTYPE html><title>Just a moment...</title>"

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var status = 200
    var headers: [String: String] = [:]
    var body: String
    var outcome: String
    var retryAfter: TimeInterval?
    var testDescription: String { name }
  }

  static func error(_ id: Int, _ name: String, _ message: String) -> String {
    #"{"error_id":\#(id),"error_name":"\#(name)","error_message":"\#(message)"}"#
  }

  static let cases = [
    Case(name: "good", body: good, outcome: "good"),
    Case(name: "a byte-order mark", body: "\u{FEFF}" + good, outcome: "good"),
    Case(
      name: "wrong content type", headers: ["content-type": "text/html"], body: good,
      outcome: "good"),
    Case(
      name: "said to be packed", headers: ["content-encoding": "gzip"], body: good, outcome: "good"),
    Case(
      name: "violation", status: 400,
      body: error(502, "throttle_violation", "Violation of backoff parameter"),
      outcome: "throttled"),
    Case(
      name: "lock-out", status: 400,
      body: error(502, "throttle_violation", "x, more requests available in 46472 seconds"),
      outcome: "locked 46472"),
    Case(
      name: "lock-out of days", status: 400,
      body: error(502, "throttle_violation", "more requests available in 999999 seconds"),
      outcome: "locked 3600"),
    Case(
      name: "lock-out without a number", status: 503,
      body: error(502, "throttle_violation", "too many requests from this IP"),
      outcome: "locked 3600"),
    Case(
      name: "internal error", status: 400, body: error(500, "internal_error", "oops"),
      outcome: "temporary server"),
    Case(
      name: "unavailable with a time", status: 503, headers: ["retry-after": "7"],
      body: error(503, "temporarily_unavailable", "later"), outcome: "temporary server",
      retryAfter: 7),
    Case(
      name: "no such site", status: 400, body: error(400, "bad_parameter", "No site found"),
      outcome: "permanent refused"),
    Case(
      name: "a lock-out without its id", status: 400,
      body:
        #"{"error_name":"throttle_violation","error_message":"more requests available in 5 seconds"}"#,
      outcome: "locked 5"),
    Case(
      name: "an error under status 200", body: error(403, "access_denied", "page above 25"),
      outcome: "permanent refused"),
    Case(
      name: "no such method", status: 400,
      body: error(404, "no_method", "no method found with this name"),
      outcome: "permanent no_method"),
    Case(
      name: "no such method, without its id", status: 404, body: #"{"error_name":"no_method"}"#,
      outcome: "permanent no_method"),
    Case(
      name: "access denied", status: 400, body: error(403, "access_denied", "not for you"),
      outcome: "permanent access_denied"),
    Case(
      name: "a key is wanted", status: 400, body: error(405, "key_required", "key is required"),
      outcome: "permanent key_required"),
    Case(
      name: "a token is wanted", status: 400, body: error(401, "access_token_required", ""),
      outcome: "permanent key_required"),
    Case(
      name: "an unknown error id", status: 400, body: error(999, "new_error", "?"),
      outcome: "permanent refused"),
    Case(name: "a page, 200", body: html, outcome: "temporary not_the_api"),
    Case(name: "a page, 403", status: 403, body: html, outcome: "temporary not_the_api"),
    Case(
      name: "a page, 429", status: 429, headers: ["retry-after": "9"], body: html,
      outcome: "temporary not_the_api", retryAfter: 9),
    Case(name: "a page, 503", status: 503, body: html, outcome: "temporary not_the_api"),
    Case(
      name: "a page, 503, until a time", status: 503,
      headers: [
        "retry-after": "Sat, 21 Nov 2026 10:00:20 GMT", "date": "Sat, 21 Nov 2026 10:00:00 GMT",
      ], body: html, outcome: "temporary not_the_api", retryAfter: 20),
    Case(
      name: "a page, 503, for 136 years", status: 503, headers: ["retry-after": "4294967295"],
      body: html, outcome: "temporary not_the_api", retryAfter: 3_600),
    Case(
      name: "a page, 503, until nobody knows", status: 503, headers: ["retry-after": "soon"],
      body: html, outcome: "temporary not_the_api"),
    Case(name: "plain 400", status: 400, body: "Bad Request", outcome: "temporary not_the_api"),
    Case(name: "nothing, 200", body: "", outcome: "temporary cut_short"),
    Case(name: "nothing, 502", status: 502, body: "\r\n", outcome: "temporary cut_short"),
    Case(
      name: "half a document", body: #"{"items":[{"user_id":1"#, outcome: "temporary undecodable"),
    Case(name: "no has_more", body: #"{"items":[]}"#, outcome: "temporary undecodable"),
    Case(name: "no items", body: #"{"has_more":false}"#, outcome: "temporary undecodable"),
    Case(
      name: "an item without an id", body: #"{"items":[{"user_id":null}],"has_more":false}"#,
      outcome: "temporary undecodable"),
    Case(
      name: "items with status 500", status: 500, body: good, outcome: "temporary not_the_api"),
    Case(
      name: "a redirect", status: 302, headers: ["location": "https://elsewhere.example/"],
      body: "", outcome: "permanent redirected"),
  ]

  @Test(arguments: cases)
  func theBodyDecidesBeforeTheStatus(_ example: Case) {
    let answer = read(
      RawResponse(
        status: example.status, headers: example.headers, body: Array(example.body.utf8)))
    #expect(Self.text(answer.outcome) == example.outcome)
    #expect(answer.outcome.fault?.retryAfter == example.retryAfter)
    let isRobotCheck = example.body == Self.html && [200, 403, 429].contains(example.status)
    #expect((answer.outcome.fault?.isRobotCheck ?? false) == isRobotCheck)
    #expect((answer.payload != nil) == (answer.outcome == .good))
  }

  static let keyedCases = [
    Case(
      name: "a wrong key", status: 400,
      body: error(400, "bad_parameter", "`key` doesn't match a known application"),
      outcome: "permanent key_refused"),
    Case(
      name: "a wrong key, named barely", status: 400, body: error(400, "bad_parameter", "key"),
      outcome: "permanent key_refused"),
    Case(
      name: "a key in the wrong place", status: 400,
      body: error(999, "credentials_rejected", "API keys and tokens belong in a header"),
      outcome: "permanent key_refused"),
    Case(
      name: "a wrong token", status: 400, body: error(402, "invalid_access_token", ""),
      outcome: "permanent key_refused"),
    Case(
      name: "a token that was sent in the open", status: 400,
      body: #"{"error_name":"access_token_compromised"}"#, outcome: "permanent key_refused"),
    Case(
      name: "a key is wanted although one was sent", status: 400,
      body: error(405, "key_required", ""), outcome: "permanent key_refused"),
    Case(
      name: "denied for the key", status: 403,
      body: error(403, "access_denied", "This key is not allowed to do that"),
      outcome: "permanent key_refused"),
    Case(
      name: "a page that a key gives was refused", status: 400,
      body: error(403, "access_denied", "page above 25 requires access token or app key"),
      outcome: "permanent key_refused"),
    Case(
      name: "denied", status: 400, body: error(403, "access_denied", "not for you"),
      outcome: "permanent access_denied"),
    Case(
      name: "401 in another form", status: 401, body: #"{"error":"invalid_client"}"#,
      outcome: "permanent key_refused"),
    Case(
      name: "403 in another form", status: 403, body: #"{"message":"Unauthorized key"}"#,
      outcome: "permanent key_refused"),
    Case(
      name: "403 of the edge", status: 403, body: html, outcome: "temporary not_the_api"),
    Case(
      name: "no site of that name", status: 400,
      body: error(400, "bad_parameter", "No site found for name `token`"),
      outcome: "permanent refused"),
    Case(
      name: "another parameter", status: 400, body: error(400, "bad_parameter", "pagesize"),
      outcome: "permanent refused"),
    Case(
      name: "a monkey", status: 400, body: error(400, "bad_parameter", "monkey"),
      outcome: "permanent refused"),
  ]

  @Test(arguments: keyedCases)
  func whatSpeaksOfTheKeyRefusesIt(_ example: Case) {
    let answer = read(
      RawResponse(status: example.status, body: Array(example.body.utf8)), key: APIKey("abc(("))
    #expect(Self.text(answer.outcome) == example.outcome)
  }

  @Test(arguments: [
    ("gzip", GzipCodec.Format.gzip), ("", .gzip), ("deflate", .zlib), ("deflate", .rawDeflate),
  ])
  func packedBodiesAreUnpackedWhateverTheHeaderSays(header: String, format: GzipCodec.Format) {
    let headers = header.isEmpty ? [:] : ["content-encoding": header]
    let body = GzipCodec.pack(Array(Self.good.utf8), format)
    #expect(read(RawResponse(status: 200, headers: headers, body: body)).outcome == .good)
    let half = RawResponse(status: 200, headers: headers, body: body.dropLast(9))
    #expect(Self.text(read(half).outcome) == "temporary cut_short")
  }

  @Test func whatIsGoneIsAskedForOnce() {
    for body in ["", "<html>gone</html>", "[]"] {
      let outcome = read(RawResponse(status: 410, body: Array(body.utf8))).outcome
      #expect(Self.text(outcome) == "permanent refused")
    }
  }

  @Test func aBombIsRetriedLikeAnySpoiltAnswer() {
    let bomb = GzipCodec.pack([UInt8](repeating: 0x20, count: 9 << 20))
    #expect(Self.text(read(RawResponse(status: 200, body: bomb)).outcome) == "temporary too_large")
  }

  @Test func aNegativeQuotaIsZeroAndABackoffRidesOnAGoodAnswer() {
    let body = #"{"items":[],"has_more":false,"quota_max":300,"quota_remaining":-1,"backoff":10}"#
    let answer = read(RawResponse(status: 200, body: Array(body.utf8)))
    #expect(answer.outcome == .good)
    #expect(answer.quota == Quota(max: 300, remaining: 0))
    #expect(answer.backoff == 10)
  }

  /// The message of a bad parameter, and what is refused with it.
  @Test(arguments: [
    ("filter", Fault.Kind.filterRefused), ("Invalid filter specified", .filterRefused),
    ("No site found for name `filter`", .refused), ("pagesize", .refused),
  ])
  func aBadFilterConcernsTheRun(message: String, kind: Fault.Kind) {
    for id in [#""error_id":400,"#, ""] {
      let body = #"{\#(id)"error_name":"bad_parameter","error_message":"\#(message)"}"#
      let response = RawResponse(status: 400, body: Array(body.utf8))
      #expect(read(response).outcome.fault?.kind == kind)
      #expect(APIEndpoint().makeFilter().read(response).outcome.fault?.kind == .refused)
    }
  }

  /// A wait as JSON writes it, and the seconds it means.
  @Test(
    arguments: [
      ("0", nil), ("-3", nil), ("null", nil), ("true", nil), (#""soon""#, nil), (#""nan""#, nil),
      ("{}", nil), ("0.2", 1), ("30.5", 31), ("10", 10), (#""12""#, 12), (#""12.5""#, 13),
      ("86400", 86_400), ("86401", 3_600), ("1000000000000000000", 3_600),
      ("18446744073709551616", 3_600), ("1e300", 3_600), ("1e400", 3_600),
    ] as [(String, TimeInterval?)])
  func aBackoffOfAnyNumberCounts(json: String, seconds: TimeInterval?) {
    let body = #"{"items":[],"has_more":false,"backoff":\#(json)}"#
    #expect(read(RawResponse(status: 200, body: Array(body.utf8))).backoff == seconds)
  }

  /// What a server says back of the key `aB3(x((`, and what is shown of it.
  @Test(arguments: [
    ("aB3(x(( is no good", "… is no good"), ("aB3%28x%28%28 is no good", "… is no good"),
    ("of Ab3(X%28(, no", "of …, no"), ("%61B3%28x((", "…"), ("100% aB3(x(", "100% aB3(x("),
    ("aB3(aB3(x((%2", "aB3(…%2"), ("", ""),
  ])
  func theKeyIsHiddenInEveryCaseAndPercentEncoded(text: String, shown: String) {
    let body = #"{"error_id":403,"error_name":"access_denied","error_message":"\#(text)"}"#
    let headers = ["server": text]
    let response = RawResponse(status: 400, headers: headers, body: Array(body.utf8))
    let answer = read(response, key: APIKey("aB3(x(("))
    #expect(answer.outcome.fault?.message == "access_denied: \(shown)")
    #expect(answer.head?.server == shown)
  }

  private func read(_ response: RawResponse, key: APIKey? = nil) -> Answer<Page<Moderator>> {
    let filter = Filter(id: "x", isSafe: false)
    return APIEndpoint(key: key)
      .moderators(of: "cooking", page: 1, order: .ascending, filter: filter)
      .read(response)
  }

  private static func text(_ outcome: Outcome) -> String {
    switch outcome {
    case .good: "good"
    case .throttled: "throttled"
    case .lockedOut(let seconds): "locked \(Int(seconds))"
    case .temporary(let fault): "temporary \(fault.kind.rawValue)"
    case .permanent(let fault): "permanent \(fault.kind.rawValue)"
    }
  }
}
