import Roster
import Testing

/// How envelopes of each kind become the position of the next page.
struct PagingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var envelope: PageEnvelope
    var position: PagePosition
    var rows: Int
    /// Nil where the list ends.
    var next: PagePosition?
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "has_more", envelope: .more(true, total: 9), position: .number(1), rows: 3,
      next: .number(2)),
    Case(name: "no has_more", envelope: .more(false, total: 9), position: .number(1), rows: 3),
    Case(
      name: "a short page with has_more", envelope: .more(true, total: nil), position: .number(4),
      rows: 0, next: .number(5)),
    Case(
      name: "counted", envelope: .counted(page: 2, pages: 3, total: 7), position: .number(2),
      rows: 3, next: .number(3)),
    Case(
      name: "the last counted", envelope: .counted(page: 3, pages: 3, total: 7),
      position: .number(3), rows: 1),
    Case(
      name: "a short counted page", envelope: .counted(page: 2, pages: 3, total: 7),
      position: .number(2), rows: 1, next: .number(3)),
    Case(
      name: "past the last counted", envelope: .counted(page: 4, pages: 3, total: 7),
      position: .number(4), rows: 0),
    Case(
      name: "nobody in no page", envelope: .counted(page: 1, pages: 0, total: 0),
      position: .number(1), rows: 0),
    Case(
      name: "nobody in one page", envelope: .counted(page: 1, pages: 1, total: 0),
      position: .number(1), rows: 0),
    Case(
      name: "offset", envelope: .offset(3, limit: 3, total: 9), position: .offset(3), rows: 3,
      next: .offset(6)),
    Case(
      name: "a short page of an offset", envelope: .offset(3, limit: 3, total: 9),
      position: .offset(3), rows: 1, next: .offset(4)),
    Case(
      name: "the last offset", envelope: .offset(6, limit: 3, total: 9), position: .offset(6),
      rows: 3),
    Case(
      name: "more than the total", envelope: .offset(6, limit: 3, total: 8), position: .offset(6),
      rows: 3),
    Case(
      name: "an empty page before the total", envelope: .offset(3, limit: 3, total: 9),
      position: .offset(3), rows: 0, next: .offset(3)),
    Case(
      name: "a token", envelope: .token("a=1&b", total: nil), position: .start, rows: 2,
      next: .token("a=1&b")),
    Case(
      name: "a page without rows and with a token", envelope: .token("y", total: nil),
      position: .token("x"), rows: 0, next: .token("y")),
    Case(name: "no token", envelope: .token(nil, total: 3), position: .token("x"), rows: 3),
    Case(name: "whole", envelope: .whole, position: .whole, rows: 4_000),
  ]

  @Test(arguments: cases)
  func theNextPageFollows(_ example: Case) throws {
    let request = PageEnvelope.Request(example.position, limit: 3)
    #expect(try example.envelope.next(after: request, rows: example.rows) == example.next)
    let page = try Page(
      items: Array(0..<example.rows), example.envelope, answering: request)
    #expect(page.next == example.next && page.hasMore == (example.next != nil))
    #expect(page.total == example.envelope.total)
  }

  @Test(
    arguments: [
      (.more(true, total: 9), .number(1), 4), (.more(true, total: 9), .offset(0), 3),
      (.counted(page: 1, pages: 3, total: 7), .number(2), 3),
      (.counted(page: 2, pages: 2, total: 7), .number(2), 3),
      (.counted(page: 2, pages: 4, total: 7), .number(2), 3),
      (.counted(page: 1, pages: 0, total: -1), .number(1), 0),
      (.offset(0, limit: 3, total: 9), .offset(3), 3),
      (.offset(3, limit: 2, total: 9), .offset(3), 2),
      (.offset(3, limit: 3, total: 9), .offset(3), 4), (.offset(0, limit: 3, total: 9), .start, 3),
      (.token("", total: nil), .start, 3), (.token("x", total: nil), .number(1), 3),
      (.token(String(repeating: "x", count: 8_193), total: nil), .start, 3),
      (.whole, .start, 3), (.more(false, total: nil), .whole, 3),
    ] as [(PageEnvelope, PagePosition, Int)])
  func anAnswerToAnotherRequestIsRefused(
    envelope: PageEnvelope, position: PagePosition, rows: Int
  ) {
    #expect(throws: EnvelopeMismatch.self) {
      try envelope.next(after: PageEnvelope.Request(position, limit: 3), rows: rows)
    }
  }

  @Test(
    arguments: [
      (.number(7), "page:7"), (.offset(0), "offset:0"), (.start, "start"), (.whole, "whole"),
      (.token("start"), "token:start"), (.token("a:b\u{301}"), "token:a:b\u{301}"),
      (.token("\u{301}x"), "token:\u{301}x"),
    ] as [(PagePosition, String)])
  func positionsAreStoredAsText(position: PagePosition, text: String) {
    #expect(position.text == text)
    #expect(PagePosition(text: text) == position)
  }

  @Test(arguments: ["", "page", "page:x", "offset", "offset:", "token:", "begin", "whole:1"])
  func otherTextIsNoPosition(text: String) {
    #expect(PagePosition(text: text) == nil)
  }

  @Test func onlyNumberedPagesCanBeFetchedAhead() {
    let ahead = Paging.allCases.filter { $0.position(ofPage: 2) != nil }
    #expect(ahead == [.numbered])
    #expect(Paging.allCases.allSatisfy { $0.first.paging == $0 })
  }
}
