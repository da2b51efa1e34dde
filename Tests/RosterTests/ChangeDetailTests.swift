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

  /// The archive seals these bytes.
  @Test func detailIsWrittenInOneWay() throws {
    let fields = [
      Change.FieldChange(column: "website_url", before: nil, after: "https://a/b"),
      Change.FieldChange(column: "location", before: "Oslo", after: "\u{2028}\"é\n"),
    ]
    let detail = try Change.detail(of: fields)
    #expect(
      detail
        == #"{"location":["Oslo","\#u{2028}\"é\n"],"website_url":[null,"https://a/b"]}"#)
    #expect(Change.fields(inDetail: detail) == fields.reversed())
    #expect(try Change.detail(of: []) == nil)
  }
}
