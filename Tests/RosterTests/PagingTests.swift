import Roster
import Testing

/// How positions of each kind are stored.
struct PagingTests {
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
