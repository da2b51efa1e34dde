import Networks
import Testing
import Transport

/// The texts of answers.
struct TextTests {
  private struct Document: AnswerDocument {
    var texts: [String?]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      texts = [
        try container.string(NamedKey("a"), most: 20),
        try container.lenientString(NamedKey("b"), most: 20),
      ]
    }
  }

  /// Whatever a text is for.
  @Test(arguments: [
    (#"x\u0000y"#, "x\u{FFFD}y"), (#"\ud800y"#, "\u{FFFD}y"),
    (#"x\udc00\u0000"#, "x\u{FFFD}\u{FFFD}"),
    (#"\ud83d\ude00"#, "😀"), (#"\\u0000"#, #"\u0000"#),
  ])
  func everyTextCanBeStored(escaped: String, text: String) throws {
    let body = Array(#"{"a":"\#(escaped)","b":"\#(escaped)"}"#.utf8)
    let read = try JSONDocument<Document>(
      RawResponse(status: 200, body: body), limit: 1_000, mostItems: 10)
    #expect(try read.value.get().texts == [text, text])
  }
}
