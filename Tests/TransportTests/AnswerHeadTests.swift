import FoundationEssentials
import Testing

@testable import Transport

struct AnswerHeadTests {
  /// For every way to decode the body.
  @Test func everyAnswerCarriesWhatItsHeadSays() {
    let response = RawResponse(
      status: 400,
      headers: [
        "date": "Sun, 06 Nov 1994 08:49:37 GMT", "server": "cloudflare",
        "deprecation": "@1688169599", "sunset": "Sun, 30 Jun 2030 23:59:59 GMT",
      ])
    let head = AnswerHead(
      serverDate: Date(timeIntervalSince1970: 784_111_777), server: "cloudflare",
      deprecation: "@1688169599", sunset: "Sun, 30 Jun 2030 23:59:59 GMT")
    for outcome in [
      Outcome.good, .throttled, .permanent(Fault(.refused, "no")),
      .temporary(Fault(.undecodable, "x")),
    ] {
      let request = Request<Int>(label: "x", url: "x", method: "x") { _ in Answer(outcome) }
      #expect(request.read(response).head == head)
    }
  }

  @Test func aHeaderWithoutEndIsCut() {
    let head = AnswerHead(headers: ["server": String(repeating: "x", count: 70_000)])
    #expect(head.server?.count == AnswerHead.longestValue)
    #expect(AnswerHead(headers: ["date": "now"]) == AnswerHead())
  }
}
