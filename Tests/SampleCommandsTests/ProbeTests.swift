import FoundationEssentials
import Gzip
import Logging
import Networks
import Roster
import SampleNetwork
import StackExchange
import Sync
import TestKit
import Testing
import Transport

@testable import SampleCommands

/// The findings of a probe of the sample network, where every assumption is true, and of variants
/// with one difference.
struct ProbeTests {
  /// Probes a sample network, whose answers may be modified.
  private static func probe(
    _ faults: [SampleFault] = [], key: APIKey? = APIKey("sample(("), clockOffset: Duration = .zero,
    limits: ThrottleLimits = ThrottleLimits(), retries: Int = 0,
    _ change: @escaping @Sendable (String, inout RawResponse) -> Void = { _, _ in }
  ) async throws -> (replies: ProbeResult, requests: [String]) {
    let api = SampleAPI(
      SampleConfiguration(siteLimit: 3, clockOffset: clockOffset, limits: .off, faults: faults))
    let time = ManualTime()
    let endpoint = APIEndpoint(base: "http://sample.test/2.3", key: key)
    let script = ScriptedTransport { label, _ in
      let answer = api.respond(
        to: SampleRequest(
          target: "/2.3/\(label)",
          headers: key.map { ["authorization": "Bearer \($0.secret)"] } ?? [:]), at: time.now)
      var response = RawResponse(answer)
      change(label, &response)
      return response
    }
    let network = StackExchangeNetwork(endpoint)
    let probe = try ProbeRun(
      script, network: network, probe: APIProbe(endpoint), archive: nil, limits: limits,
      retries: RetryPolicy(retries: retries), time: time,
      logger: Logger(label: "probe") { _ in SwiftLogNoOpLogHandler() }, random: { 0.5 })
    return (try await probe.run(), script.requests)
  }

  private static func results(_ replies: ProbeResult) -> [String: ProbeFinding.Result] {
    Dictionary(uniqueKeysWithValues: replies.findings.map { ($0.name, $0.result) })
  }

  @Test(arguments: [true, false])
  func everyAssumptionHoldsOfTheSampleNetwork(isKeyed: Bool) async throws {
    let (replies, requests) = try await Self.probe(key: isKeyed ? APIKey("sample((") : nil)
    let results = Self.results(replies)
    var expected = results.mapValues { _ in ProbeFinding.Result.holds }
    expected["ties"] = .notAsked
    if !isKeyed { expected["key_honoured"] = .notAsked }
    #expect(results == expected, "\(replies.findings)")
    #expect(results.count == 13)
    #expect(replies.findings.allHold)
    #expect(requests.count == 9)
    #expect(Set(requests).count == requests.count)
  }

  /// One difference from the assumptions.
  struct Difference: Sendable, CustomTestStringConvertible {
    var name: String
    /// The prefix of the labels of requests whose answers are modified.
    var asked: String
    /// The text of the body to replace, nil for the whole body, and its replacement.
    var old: String?
    var new = ""
    var status: Int?
    var headers: [String: String] = [:]
    var testDescription: String { "\(name) \(new)" }
  }

  static let good = #"{"items":[],"has_more":false,"quota_max":10000,"quota_remaining":9999}"#

  static let differences = [
    Difference(
      name: "key_honoured", asked: "", old: #""quota_max":10000"#, new: #""quota_max":300"#),
    Difference(
      name: "unsafe_filter", asked: "filters", old: #""filter_type":"unsafe""#,
      new: #""filter_type":"safe""#),
    Difference(name: "unsafe_filter", asked: "filters", old: #""user.about_me","#),
    Difference(name: "unsafe_filter", asked: "filters", new: good),
    Difference(
      name: "wrapper", asked: "sites?page=1&pagesize=1&", old: #""total":"#, new: #""x":"#),
    Difference(
      name: "wrapper", asked: "sites?page=1&pagesize=1&", old: #""quota_remaining":"#,
      new: #""left":"#),
    Difference(
      name: "sites_total", asked: "sites?page=1&pagesize=10000", old: #""total":"#,
      new: #""total":9"#),
    Difference(
      name: "sites_total", asked: "sites?page=1&pagesize=10000", old: #""has_more":false"#,
      new: #""has_more":true"#),
    Difference(
      name: "page_past_the_end", asked: "users/moderators?site=stackoverflow&page=9",
      old: #""has_more":false"#, new: #""has_more":true"#),
    Difference(
      name: "page_past_the_end", asked: "users/moderators?site=stackoverflow&page=9",
      new: #"{"error_id":400,"error_name":"bad_parameter","error_message":"page"}"#, status: 400),
    Difference(
      name: "page_size", asked: "users/moderators?site=stackoverflow&page=1&pagesize=101",
      new: good,
      status: 200),
    Difference(
      name: "unknown_site", asked: "users/moderators?site=nosuchsite", new: good, status: 200),
    Difference(
      name: "unknown_site", asked: "users/moderators?site=nosuchsite", old: "bad_parameter",
      new: "no_site"),
    Difference(name: "error_form", asked: "errors/502", new: good, status: 200),
    Difference(name: "error_form", asked: "errors/502", old: "throttle_violation", new: "oops"),
    Difference(
      name: "clocks", asked: "errors", headers: ["date": "Fri, 15 Jan 2027 08:11:00 GMT"]),
    Difference(name: "no_end", asked: "sites", headers: ["deprecation": "@1767225600"]),
    Difference(name: "no_end", asked: "errors", headers: ["sunset": "soon"]),
  ]

  @Test(arguments: differences)
  func eachAssumptionThatDoesNotHoldIsSeen(_ difference: Difference) async throws {
    let (replies, _) = try await Self.probe { label, response in
      guard label.hasPrefix(difference.asked) else { return }
      response.headers.merge(difference.headers) { _, new in new }
      if let status = difference.status { response.status = status }
      guard let bytes = try? GzipCodec.unpack(response.body, .gzip, limit: 1 << 20) else { return }
      let body = String(decoding: bytes, as: UTF8.self)
      if let old = difference.old {
        response.body = Array(body.replacing(old, with: difference.new).utf8)
      } else if !difference.new.isEmpty {
        response.body = Array(difference.new.utf8)
      }
    }
    let others = Self.results(replies).filter { $0.value != .holds && $0.value != .notAsked }
    #expect(others == [difference.name: .differs], "\(replies.findings)")
    #expect(!replies.findings.allHold)
  }

  /// Rosters of five users, as ids and dates in both orders.
  private static func rosters(
    up: [(Int, Int)], down: [(Int, Int)], again: [(Int, Int)]
  ) async throws -> (replies: ProbeResult, requests: [String]) {
    try await Self.probe { label, response in
      guard label.hasPrefix("users/moderators?site=stackoverflow&page=1&") else { return }
      let rows =
        label.contains("order=desc") ? down : label.contains("pagesize=99") ? again : up
      guard !label.contains("pagesize=101") else { return }
      let items = rows.map { #"{"user_id":\#($0.0),"creation_date":\#($0.1)}"# }
      response.body = Array(
        #"{"items":[\#(items.joined(separator: ","))],"has_more":false}"#.utf8)
    }
  }

  @Test func ordersAreHeldAgainstEachOther() async throws {
    typealias Rows = [(Int, Int)]
    let up: Rows = [(-1, 10), (3, 20), (2, 20), (4, 30)]
    let cases: [(down: Rows, again: Rows, orders: ProbeFinding.Result, ties: ProbeFinding.Result)] =
      [
        (up.reversed(), up, .holds, .holds),
        // The order of ties may differ between the directions, but not between requests.
        ([(4, 30), (3, 20), (2, 20), (-1, 10)], up, .holds, .holds),
        (up.reversed(), [(-1, 10), (2, 20), (3, 20), (4, 30)], .holds, .differs),
        (up, up, .differs, .holds),
        ([(5, 30), (2, 20), (3, 20), (-1, 10)], up, .differs, .holds),
        ([(4, 30), (2, 20), (-1, 10)], up, .differs, .holds),
      ]
    for (down, again, orders, ties) in cases {
      let (replies, requests) = try await Self.rosters(up: up, down: down, again: again)
      let results = Self.results(replies)
      #expect(results["orders"] == orders, "\(down)")
      #expect(results["ties"] == ties, "\(again)")
      #expect(requests.count == 10)
    }
    let (replies, _) = try await Self.rosters(
      up: [(3, 1), (4, 2)], down: [(4, 2), (3, 1)], again: [])
    #expect(Self.results(replies)["community"] == .differs)
    let unsorted: Rows = [(-1, 2), (4, 1)]
    let (mixed, _) = try await Self.rosters(up: unsorted, down: unsorted.reversed(), again: [])
    #expect(Self.results(mixed)["orders"] == .differs)
  }

  @Test func withoutAnAnswerNothingIsSaidOfItsHeaders() async throws {
    let (replies, requests) = try await Self.probe { _, response in
      response = .error(400, "bad_parameter", "`key` doesn't match a known application")
    }
    #expect(requests.count == 1)
    let clocks = replies.findings.first { $0.name == "clocks" }
    #expect(clocks?.result == .unanswered)
    #expect(clocks?.seen == "no usable answer")
  }

  @Test func aClockThatIsOffIsSeen() async throws {
    for (offset, result) in [(590, ProbeFinding.Result.holds), (-590, .holds), (660, .differs)] {
      let (replies, _) = try await Self.probe(clockOffset: .seconds(offset))
      #expect(Self.results(replies)["clocks"] == result)
    }
    let (replies, _) = try await Self.probe { _, response in response.headers["date"] = nil }
    #expect(Self.results(replies)["clocks"] == .differs)
  }

  /// Whatever fails, the probe sends at most twelve requests.
  @Test func noMoreThanTwelveRequestsAreSent() async throws {
    let (replies, requests) = try await Self.probe(
      [try SampleFault("internal-error@sites")], retries: 5)
    #expect(requests.count == 12)
    let results = Self.results(replies)
    #expect(results["unsafe_filter"] == .holds)
    #expect(results["wrapper"] == .unanswered && results["error_form"] == .notAsked)
    #expect(replies.stopped == .requestLimit)
    #expect(!replies.findings.allHold)
  }

  @Test func aRefusedKeyEndsTheProbeAtOnce() async throws {
    let (replies, requests) = try await Self.probe(key: APIKey("wrong"))
    guard case .refused(let fault) = replies.stopped else { return #expect(Bool(false)) }
    #expect(fault.kind == .keyRefused)
    #expect(requests.count == 1)
    #expect(!replies.findings.contains { $0.result == .holds || $0.result == .differs })
  }

  @Test func aWaitThatTheAPIAsksForIsKept() async throws {
    let backoff = try SampleFault("backoff=1,30s@sites")
    let (replies, requests) = try await Self.probe([backoff])
    #expect(replies.findings.allHold, "\(replies.findings)")
    #expect(requests.count == 9)
    let (stopped, sent) = try await Self.probe([try SampleFault("backoff=1,300s@sites")])
    #expect(stopped.stopped == .lockedOut)
    #expect(sent.count == 2)
    let results = Self.results(stopped)
    #expect(results["unsafe_filter"] == .holds && results["wrapper"] == .holds)
    for name in ["sites_total", "orders", "ties", "community", "error_form"] {
      #expect(results[name] == .notAsked, "\(name)")
    }
  }
}
