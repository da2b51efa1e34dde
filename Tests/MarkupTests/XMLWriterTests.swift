import Markup
import TestKit
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
    #expect(xmlError(in: xml) == nil)
  }

  @Test func whatXMLCannotHoldIsReplaced() {
    var writer = XMLWriter(indented: false)
    writer.element("t", "a\u{0}\u{1F}\u{FFFE}]]>b\u{1F600}", ["v": "\u{8}\n"])
    let xml = writer.finish()
    #expect(xml.contains("a\u{FFFD}\u{FFFD}\u{FFFD}]]&gt;b\u{1F600}"))
    #expect(xmlError(in: xml) == nil)
  }

  @Test func aLongDocumentIsWrittenWhole() {
    var writer = XMLWriter()
    writer.start("list")
    for number in 0..<1000 { writer.element("item", "\(number)") }
    let xml = writer.finish()
    #expect(xmlError(in: xml) == nil)
    #expect(xml.split(separator: "<item>").count == 1001)
  }

  @Test func anUnfinishedWriterIsDropped() {
    var writer = XMLWriter()
    writer.start("never")
  }

  @Test(arguments: [
    "", "text", "<a>", "<a></b>", "<a b=c/>", "<a>&nbsp;</a>", "<a/><b/>", "<a>\u{0}</a>",
  ])
  func whatIsNoDocumentIsNoticed(xml: String) throws {
    let error = try #require(xmlError(in: xml))
    #expect(error.hasPrefix("line "))
  }
}
