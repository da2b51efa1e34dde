import Roster
import Testing

struct ChangeDetailTests {
  @Test func detailGivesEachColumnBeforeAndAfter() {
    let detail = #"{"location":["Oslo",null],"display_name":["Ann","Änne \"A\""]}"#
    #expect(
      Change.fields(inDetail: detail) == [
        .init(column: "display_name", before: "Ann", after: "Änne \"A\""),
        .init(column: "location", before: "Oslo", after: nil),
      ])
    #expect(Change.fields(inDetail: nil) == [])
  }

  @Test(arguments: ["", "[]", "{", #"{"location":["Oslo"]}"#, #"{"location":"Oslo"}"#])
  func damagedDetailIsNotReadAsNone(detail: String) {
    #expect(Change.fields(inDetail: detail) == nil)
  }
}
