import SampleNetwork
import Testing

/// Rate, quota and backoff, by a clock that the test sets.
struct LimitsTests {
  static let moderators = "users/moderators?site=math"

  @Test func thirtyRequestsASecondPassAndTheNextIsLockedOut() throws {
    let caller = try Caller(limits: SampleLimits())
    for number in 0..<30 {
      #expect(try caller.get(Self.moderators, at: Double(number) / 40).error == nil)
    }
    let refused = try caller.get(Self.moderators, at: 0.9)
    #expect(refused.error == Self.lockedOut(30))
    #expect(refused.response.status == 400)
    #expect(try caller.get(Self.moderators, at: 20.9).error == Self.lockedOut(10))
    #expect(try caller.get(Self.moderators, at: 30.91).error == nil)
    let answers = caller.api.log.map(\.answer).suffix(3)
    #expect(Array(answers) == ["refused-rate", "refused-lockout", "ok"])
  }

  @Test func thirtyRequestsInEverySlidingSecondAreNotTooMany() throws {
    let caller = try Caller(limits: SampleLimits(keylessQuota: nil))
    for number in 0..<300 {
      #expect(try caller.get(Self.moderators, at: Double(number) / 30).error == nil)
    }
  }

  @Test func eachAddressHasLimitsOfItsOwn() throws {
    let caller = try Caller(limits: SampleLimits(requestsPerSecond: 1))
    #expect(try caller.get(Self.moderators, client: "127.0.0.1").error == nil)
    #expect(try caller.get(Self.moderators, client: "127.0.0.2").error == nil)
    #expect(try caller.get(Self.moderators, client: "127.0.0.1").error != nil)
  }

  @Test func theQuotaRunsOutAndComesBackAtMidnight() throws {
    let caller = try Caller(limits: SampleLimits(requestsPerSecond: nil, keylessQuota: 3))
    let left = try (0..<3).map { second in
      try caller.get(Self.moderators, at: Double(second)).wrapper["quota_remaining"] as? Int
    }
    #expect(left == [2, 1, 0])
    #expect(try caller.get(Self.moderators, at: 400).error == Self.lockedOut(86_000))
    #expect(try caller.get(Self.moderators, at: 86_400).error == nil)
    #expect(caller.api.log[3].answer == "refused-quota")
  }

  @Test func aKeyRaisesTheQuota() throws {
    let caller = try Caller(limits: SampleLimits())
    let keyed = try caller.get(Self.moderators + "&key=sample")
    #expect(keyed.wrapper["quota_max"] as? Int == 10_000)
    #expect(keyed.wrapper["quota_remaining"] as? Int == 9_999)
    #expect(try caller.get(Self.moderators).wrapper["quota_max"] as? Int == 300)
  }

  @Test func aBackoffHoldsForTheMethodOnEverySite() throws {
    let caller = try Caller(limits: SampleLimits(backoffEvery: 2, backoff: .seconds(7)))
    #expect(try caller.get(Self.moderators, at: 0).wrapper["backoff"] == nil)
    #expect(try caller.get(Self.moderators, at: 1).wrapper["backoff"] as? Int == 7)
    let broken = try caller.get("users/moderators?site=cooking", at: 7.9)
    #expect(broken.error == "502 throttle_violation: Violation of backoff parameter")
    #expect(try caller.get("sites", at: 7.9).error == nil)
    #expect(try caller.get("users/moderators?site=cooking", at: 8).error == nil)
    #expect(caller.api.log.map(\.backoff) == [nil, 7, nil, nil, nil])
  }

  @Test func withoutLimitsAThousandPassAtOnce() throws {
    let caller = try Caller()
    for _ in 0..<1_000 {
      #expect(try caller.get("users/moderators?site=math&pagesize=1").error == nil)
    }
    #expect(caller.api.requestCount == 1_000)
  }

  static func lockedOut(_ seconds: Int) -> String {
    "502 throttle_violation: too many requests from this IP, more requests available in "
      + "\(seconds) seconds"
  }

  @Test func aKeyIsTakenFromTheHeaderAndTheQuery() throws {
    let caller = try Caller(limits: SampleLimits())
    let byHeader = try Reply(caller.raw("sites", authorization: "Bearer sample(("))
    let byQuery = try caller.get("sites?key=sample%28%28")
    for reply in [byHeader, byQuery] { #expect(reply.wrapper["quota_max"] as? Int == 10_000) }
    let wrong = try Reply(caller.raw("sites", authorization: "Bearer wrong"))
    #expect(wrong.error == "400 bad_parameter: `key` doesn't match a known application")
    let other = try Reply(caller.raw("sites", authorization: "Basic x"))
    #expect(other.error == nil)
    #expect(caller.api.log.map(\.isKeyed) == [true, true, true, false])
    #expect(caller.api.log.map(\.hasKeyInQuery) == [false, true, false, false])
  }

  @Test func aKeyInTheQueryIsRefusedWhereTheNetworkSaysSo() throws {
    let caller = try Caller("key-in-query-refused")
    let refused = try caller.get("sites?key=sample%28%28")
    #expect(refused.response.status == 400)
    #expect(refused.error?.contains("no longer accepted as a query parameter") == true)
    let byHeader = try Reply(caller.raw("sites", authorization: "Bearer sample(("))
    let keyless = try caller.get("sites")
    #expect(byHeader.error == nil && keyless.error == nil)
  }
}
