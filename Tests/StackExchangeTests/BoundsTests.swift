import FoundationEssentials
import Roster
import TestKit
import Testing
import Transport

@testable import StackExchange

/// What a server may tell at the most, and what is told beside what cannot be read.
struct BoundsTests {
  private static func answer(
    _ items: [String], pageSize: Int = 100, isSafe: Bool = false, more: String = ""
  ) -> Answer<Page<Moderator>> {
    let body = #"{"items":[\#(items.joined(separator: ","))],"has_more":false\#(more)}"#
    let request = APIEndpoint().moderators(
      of: "cooking", page: 1, pageSize: pageSize, order: .ascending,
      filter: Filter(id: "x", isSafe: isSafe))
    return request.read(RawResponse(status: 200, body: Array(body.utf8)))
  }

  private static func message(_ answer: Answer<Page<Moderator>>) -> String? {
    guard case .temporary(let fault) = answer.outcome, fault.kind == .undecodable else {
      return nil
    }
    return fault.message
  }

  @Test(arguments: [(100, 100, true), (101, 100, false), (4, 3, false), (3, 3, true)])
  func aPageHoldsNoMoreThanWasAskedFor(count: Int, pageSize: Int, isGood: Bool) {
    let answer = Self.answer((1...count).map { #"{"user_id":\#($0)}"# }, pageSize: pageSize)
    #expect((answer.outcome == .good) == isGood)
    if !isGood {
      #expect(
        Self.message(answer)
          == "the answer cannot be read: items has more than the \(pageSize) items asked for")
    }
  }

  @Test func theListOfSitesHoldsNoMoreThanWasAskedFor() {
    let site = #"{"api_site_parameter":"a","site_url":"https://a.example"}"#
    for (count, isGood) in [(10_000, true), (10_001, false)] {
      let items = Array(repeating: site, count: count).joined(separator: ",")
      let body = Array(#"{"items":[\#(items)],"has_more":false}"#.utf8)
      let answer = APIEndpoint().sites(filter: .wellKnownSafe).read(
        RawResponse(status: 200, body: body))
      #expect((answer.outcome == .good) == isGood)
    }
  }

  /// The wait and the quota of a page hold although one of its items cannot be read.
  @Test(arguments: [#"{"display_name":"no id"}"#, #"{"user_id":"x"}"#, "7", #"{"user_id":1e99}"#])
  func aWaitIsHeardThoughAnItemCannotBeRead(item: String) {
    let answer = Self.answer(
      [#"{"user_id":1}"#, item],
      more: #","backoff":8,"quota_max":300,"quota_remaining":17"#)
    #expect(Self.message(answer)?.contains("items.1") == true)
    #expect(answer.backoff == 8)
    #expect(answer.quota == Quota(max: 300, remaining: 17))
  }

  @Test(arguments: [
    ("display_name", 4_000), ("location", 4_000), ("website_url", 8_000), ("link", 8_000),
    ("profile_image", 8_000), ("about_me", 65_536),
  ])
  func aTextThatNobodyWroteMakesThePageUnreadable(field: String, most: Int) {
    for length in [most, most + 1] {
      let text = String(repeating: "x", count: length)
      let answer = Self.answer([#"{"user_id":1}"#, #"{"user_id":2,"\#(field)":"\#(text)"}"#])
      #expect((answer.outcome == .good) == (length == most))
      guard length > most else { continue }
      #expect(
        Self.message(answer)
          == "the answer cannot be read: items.1.\(field) is longer than \(most) bytes")
    }
  }

  @Test(arguments: [
    ("2147483647", 2_147_483_647), ("-2147483648", -2_147_483_648), ("-1", -1),
    ("2147483648", nil), ("-2147483649", nil), ("9007199254740991", nil),
    ("9223372036854775808", nil),
  ])
  func numbersHaveThirtyTwoBits(text: String, number: Int?) throws {
    let answer = Self.answer([
      #"{"user_id":7,"account_id":\#(text),"reputation":\#(text),"#
        + #""badge_counts":{"gold":1,"silver":2,"bronze":\#(text)}}"#
    ])
    let user = try #require(answer.payload?.items.first)
    #expect(user.accountID == number && user.reputation == number)
    #expect(user.badges == number.map { .init(gold: 1, silver: 2, bronze: $0) })
    // An id says whom everything else is about: without it there is no row.
    let named = Self.answer([#"{"user_id":\#(text)}"#])
    #expect(named.payload?.items.first?.userID == number)
    if number == nil { #expect(Self.message(named)?.contains("items.0") == true) }
  }

  /// Escaped once or twice by a fault of the API; a thousand times only to take long.
  @Test(arguments: [1, 2, 8, 900])
  func textIsDecodedInFewRounds(escapes: Int) {
    let text = "&" + String(repeating: "amp;", count: escapes) + "lt;"
    let answer = Self.answer([#"{"user_id":7,"display_name":"\#(text)"}"#], isSafe: true)
    let name = answer.payload?.items.first?.displayName
    #expect(
      name == (escapes < 8 ? "<" : "&" + String(repeating: "amp;", count: escapes - 8) + "lt;"))
  }

  @Test func theWordsOfAnErrorAreCut() {
    let body =
      #"{"error_id":400,"error_name":"bad_parameter","error_message":"\#(String(repeating: "x", count: 9_000))"}"#
    let answer = APIEndpoint().sites(filter: .wellKnownSafe)
      .read(RawResponse(status: 400, body: Array(body.utf8)))
    #expect((answer.outcome.fault?.message.count ?? 9_000) < 600)
  }

  @Test func whoIsToldToEndReadsNoFurther() async {
    let items = (1...3).map { #"{"user_id":\#($0),"about_me":"<p>x</p>"}"# }
    let answer = await withTaskGroup(of: Answer<Page<Moderator>>.self) { group in
      group.cancelAll()
      group.addTask { Self.answer(items) }
      return await group.next()
    }
    #expect(answer?.payload == nil)
    #expect(Self.answer(items).payload?.items.count == 3)
  }
}
