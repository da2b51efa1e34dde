import Markup
import Testing

struct XMLWriterTests {
  @Test func aDocumentIsWrittenWithEverythingClosed() {
    var writer = XMLWriter()
    writer.start("feed", ["xmlns": "http://www.w3.org/2005/Atom"])
    writer.element("title", "Tom & <Jerry>", ["type": "text"])
    writer.start("link")
    writer.attribute("href", "https://example.org/?a=1&b=\"2\"")
    let xml = writer.finish()
    #expect(
      xml == """
        <?xml version="1.0" encoding="UTF-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">
          <title type="text">Tom &amp; &lt;Jerry&gt;</title>
          <link href="https://example.org/?a=1&amp;b=&quot;2&quot;"/>
        </feed>

        """)
    #expect(MarkupText.isWellFormed(xml: xml))
  }

  @Test func whatXMLCannotHoldIsReplaced() {
    var writer = XMLWriter(indented: false)
    writer.element("t", "a\u{0}\u{1F}\u{FFFE}]]>b\u{1F600}", ["v": "\u{8}\n"])
    let xml = writer.finish()
    #expect(xml.contains("a\u{FFFD}\u{FFFD}\u{FFFD}]]&gt;b\u{1F600}"))
    #expect(MarkupText.isWellFormed(xml: xml))
  }

  @Test func aLongDocumentIsTakenPieceByPiece() {
    var whole = ""
    var writer = XMLWriter()
    writer.start("list")
    for number in 0..<1000 {
      writer.element("item", "\(number)")
      if number.isMultiple(of: 100) { whole += writer.take() }
    }
    whole += writer.finish()
    #expect(MarkupText.isWellFormed(xml: whole))
    #expect(whole.split(separator: "<item>").count == 1001)
  }

  @Test func anUnfinishedWriterIsDropped() {
    var writer = XMLWriter()
    writer.start("never")
    #expect(writer.take().contains("<never"))
  }

  @Test(arguments: [
    "", "text", "<a>", "<a></b>", "<a b=c/>", "<a>&nbsp;</a>", "<a/><b/>", "<a>\u{0}</a>",
  ])
  func whatIsNoDocumentIsSaidSo(xml: String) throws {
    let error = try #require(MarkupText.firstError(inXML: xml))
    #expect(error.hasPrefix("line "))
  }
}
