import TestKit
import Testing

struct XMLCheckTests {
  @Test(arguments: [
    "", "text", "<a>", "<a></b>", "<a b=c/>", "<a>&nbsp;</a>", "<a/><b/>", "<a>\u{0}</a>",
  ])
  func whatIsNoDocumentIsNoticed(xml: String) throws {
    let error = try #require(xmlError(in: xml))
    #expect(error.hasPrefix("line "))
  }
}
