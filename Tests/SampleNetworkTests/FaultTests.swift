import FoundationEssentials
import Gzip
import SampleNetwork
import Testing

/// The effect of each fault, without sockets.
struct FaultTests {
  static let math = "users/moderators?site=math"

  @Test(arguments: [
    ("http500", 500), ("http503", 503), ("http429", 429), ("http403", 403), ("html200", 200),
    ("redirect", 302),
  ])
  func anAnswerOfAnotherKind(fault: String, status: Int) throws {
    let response = try Caller(fault).raw(Self.math)
    #expect(response.status == status)
    #expect(response.contentType.hasPrefix("text/html"))
    #expect(String(decoding: response.body, as: UTF8.self).hasPrefix("<!DOCTYPE html>"))
    #expect(response.retryAfter == (status == 503 ? 2 : nil))
    #expect((response.location != nil) == (status == 302))
  }

  @Test func errorsOfTheAPIItself() throws {
    let internalError = try Caller("internal-error=1")
    #expect(try internalError.get(Self.math).error?.hasPrefix("500 internal_error") == true)
    #expect(try internalError.get(Self.math).error == nil)
    let unavailable = try Caller("unavailable").get(Self.math)
    #expect(unavailable.error?.hasPrefix("503 temporarily_unavailable") == true)
    #expect(unavailable.response.status == 400)
  }

  @Test func scopesNarrow() throws {
    let caller = try Caller("http500@math", "http403@sites", "http429@:2")
    let statuses = ["users/moderators?site=math", "users/moderators?site=cooking", "sites"]
      .map { caller.raw($0).status }
    #expect(statuses == [500, 200, 403])
    #expect(caller.raw("users/moderators?site=cooking&page=2").status == 429)
    #expect(caller.api.log.map(\.faults) == [["http500"], [], ["http403"], ["http429"]])
  }

  @Test func countsAndChances() throws {
    let counted = try Caller("http500=2")
    #expect((0..<4).map { _ in counted.raw(Self.math).status } == [500, 500, 200, 200])
    let (first, second) = (try Caller("http500=20%"), try Caller("http500=20%"))
    let statuses = (0..<500).map { _ in first.raw(Self.math).status }
    #expect((60...140).contains(statuses.count(where: { $0 == 500 })))
    #expect(statuses == (0..<500).map { _ in second.raw(Self.math).status })
  }

  @Test func whatOthersAskDoesNotChangeAChance() throws {
    let (alone, among) = (try Caller("http500=50%"), try Caller("http500=50%"))
    let statuses = (0..<50).map { _ in alone.raw(Self.math).status }
    let mixed = (0..<50).map { number in
      for site in 0..<(number % 3) { _ = among.raw("users/moderators?site=site\(site)") }
      return among.raw(Self.math).status
    }
    #expect(statuses == mixed)
  }

  @Test func lateAnswers() throws {
    #expect(try Caller("latency=80ms").raw(Self.math).delay == .milliseconds(80))
    let jittery = try Caller("latency=1s", "jitter=200ms")
    let delays = (0..<50).map { _ in jittery.raw(Self.math).delay }
    #expect(delays.allSatisfy { $0 >= .seconds(1) && $0 <= .milliseconds(1_200) })
    #expect(Set(delays).count > 30)
    let configured = SampleAPI(
      SampleConfiguration(
        latency: .milliseconds(5), jitter: .milliseconds(5), limits: .off))
    let delay = configured.respond(to: SampleRequest(target: "/2.3/sites"), at: .distantPast).delay
    #expect(delay >= .milliseconds(5) && delay <= .milliseconds(10))
  }

  @Test func aVeryBadNetwork() throws {
    let caller = try Caller("very-bad-network")
    let answers = (0..<300).map { _ in caller.raw(Self.math) }
    #expect(answers.allSatisfy { $0.delay == .seconds(1) })
    #expect((10...60).contains(answers.count(where: { $0.delivery == .reset })))
    let pieces = SampleResponse.Delivery.trickle(piece: 512, pause: .milliseconds(50))
    #expect(answers.allSatisfy { $0.delivery == .reset || $0.delivery == pieces })
  }

  @Test func connectionsThatEndOrDoNot() throws {
    let whole = try Caller().raw(Self.math)
    let half = whole.body.count / 2
    #expect(whole.delivery == .whole)
    #expect(try Caller("reset").raw(Self.math).delivery == .reset)
    #expect(try Caller("body-cut").raw(Self.math).delivery == .cut(after: half))
    #expect(try Caller("stall").raw(Self.math).delivery == .stall(after: half))
    let endless = try Caller("endless").raw(Self.math)
    guard case .endless(let more) = endless.delivery else {
      Issue.record("delivered as \(endless.delivery)")
      return
    }
    #expect(throws: GzipCodec.Failure.cutShort) {
      try GzipCodec.unpack(endless.body + more + more, .gzip, limit: 1 << 20)
    }
    #expect(throws: GzipCodec.Failure.tooLarge(limit: 40_000)) {
      try GzipCodec.unpack(endless.body + more + more, .gzip, limit: 40_000)
    }
  }

  @Test func bodiesThatCannotBeRead() throws {
    let cut = try Caller("gzip-cut").raw(Self.math)
    #expect(cut.delivery == .whole)
    #expect(throws: GzipCodec.Failure.cutShort) {
      try GzipCodec.unpack(cut.body, .gzip, limit: 1 << 20)
    }
    #expect(throws: (any Error).self) { try Caller("malformed-json").get(Self.math) }
    let bomb = try Caller("gzip-bomb=3").raw(Self.math)
    #expect(bomb.body.count < 32_000)
    #expect(try GzipCodec.unpack(bomb.body, .gzip, limit: 4 << 20).count > 3 << 20)
  }

  @Test func bodiesThatAreUnusualButGood() throws {
    let plain = try Caller("uncompressed").get(Self.math)
    #expect(plain.response.contentEncoding == nil)
    #expect(plain.error == nil && !plain.ids.isEmpty)
    let typed = try Caller("content-type").get(Self.math)
    #expect(typed.response.contentType == "text/html; charset=utf-8")
    #expect(typed.ids == plain.ids)
  }

  @Test func nullsAndUnknownValues() throws {
    let nulls = try Caller("null-fields").raw(Self.math)
    let text = String(
      decoding: try GzipCodec.unpack(nulls.body, .gzip, limit: 1 << 20), as: UTF8.self)
    #expect(text.contains("\"backoff\":null"))
    #expect(text.contains("\"reputation_change_day\":null"))
    #expect(!text.contains("\"display_name\":null"))
    let unknown = try Caller("unknown-values").get(Self.math)
    #expect(unknown.items.allSatisfy { $0["user_type"] as? String == "archon" })
    #expect(unknown.items.allSatisfy { $0["constellation"] != nil })
    #expect(unknown.wrapper["weather"] as? String == "fair")
    #expect(unknown.ids == (try Caller().get(Self.math).ids))
  }

  @Test func escapingThatFlips() throws {
    let caller = try Caller("double-escape")
    let answers = try (0..<20).map { _ in
      try caller.get("users/moderators?site=stackoverflow&pagesize=100").items
        .compactMap { $0["display_name"] as? String }
    }
    let once = answers.count(where: { $0.contains("Maureen O&#39;Brien") })
    let twice = answers.count(where: { $0.contains("Maureen O&amp;#39;Brien") })
    #expect(once > 0 && twice > 0 && once + twice == 20)
  }

  /// The same names to a program that compares text, with other bytes. Safe filters escape some
  /// letters.
  @Test func decomposedNamesAreTheSameNames() throws {
    func names(_ caller: Caller) throws -> [String] {
      try caller.get("users/moderators?site=stackoverflow&pagesize=100").items
        .compactMap { $0["display_name"] as? String }
    }
    let pairs = try zip(names(Caller()), names(Caller("decomposed=100%")))
      .filter { composed, _ in !composed.contains("&") }
    #expect(pairs.allSatisfy { $0 == $1 })
    #expect(pairs.contains { Array($0.utf8) != Array($1.utf8) })
  }

  @Test func aBackoffAtRandomIsEnforced() throws {
    let caller = try Caller("backoff=30%,4s")
    var (now, waits) = (0.0, 0)
    for _ in 0..<60 {
      let reply = try caller.get(Self.math, at: now)
      #expect(reply.error == nil)
      guard let wait = reply.wrapper["backoff"] as? Int else { continue }
      waits += 1
      #expect(wait == 4)
      #expect(try caller.get(Self.math, at: now + 3.9).error?.contains("backoff") == true)
      now += 4
    }
    #expect((5...35).contains(waits))
  }

  @Test func aLockoutTellsItsEnd() throws {
    let caller = try Caller("lockout=60s")
    #expect(try caller.get(Self.math).error == LimitsTests.lockedOut(60))
    #expect(try caller.get("sites", at: 50).error == LimitsTests.lockedOut(10))
    #expect(try caller.get(Self.math, at: 60).error == nil)
  }

  @Test func aQuotaThatRunsOut() throws {
    let caller = try Caller("quota=2", limits: SampleLimits())
    #expect(try caller.get(Self.math).wrapper["quota_remaining"] as? Int == 1)
    #expect(try caller.get(Self.math, at: 5).wrapper["quota_max"] as? Int == 300)
    #expect(try caller.get(Self.math, at: 10).error == LimitsTests.lockedOut(86_390))
    #expect(try caller.get(Self.math, at: 86_400).wrapper["quota_remaining"] as? Int == 299)
  }

  @Test func theListOfSites() throws {
    let caller = try Caller("site-vanishes@math", "site-vanishes@gis")
    let listed = try caller.get("sites?pagesize=100").items
      .compactMap { $0["api_site_parameter"] as? String }
    #expect(listed.count == 38)
    #expect(!listed.contains("math") && !listed.contains("gis"))
    #expect(try caller.get(Self.math).error == nil)
    #expect(try Caller("sites-cut").get("sites?pagesize=100").items.count == 20)
    let broken = try Caller("site-error@math")
    #expect(try broken.get(Self.math).error == "400 bad_parameter: No site found for name `math`")
    #expect(try broken.get("users/moderators?site=cooking").error == nil)
  }
}
