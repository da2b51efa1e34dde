import Markup
import Testing

struct PlainTextTests {
  @Test(arguments: [
    ("", ""),
    ("   ", ""),
    ("plain text", "plain text"),
    ("  a \n\t b\u{A0}c  ", "a b c"),
    ("<p>One</p><p>Two</p>", "One\nTwo"),
    ("<p>One</p>\n\n<p>Two</p>\n", "One\nTwo"),
    ("a<br>b<br/>c", "a\nb\nc"),
    ("a<br><br><br><br>b", "a\n\nb"),
    ("<ul><li>one</li><li>two</ul>after", "- one\n- two\nafter"),
    ("<ul><li></li></ul>", ""),
    ("<b>bold</b><i>italic</i> <em>soft</em>", "bolditalic soft"),
    ("<div>a</div><div>b</div>c", "a\nb\nc"),
    ("x<script>alert(1)</script><style>p{}</style>y", "xy"),
    ("<pre>a\n  b\n</pre>c  d", "a\n  b\nc d"),
    ("Tom &amp; Jerry &eacute; &#x1F600; &lt;b&gt;", "Tom & Jerry é 😀 <b>"),
    ("&amp;amp;", "&amp;"),
    ("a &nonsense; b", "a &nonsense; b"),
    ("a & b < c", "a & b < c"),
    ("a\u{0}b", "a\u{FFFD}b"),
    ("<p>a\u{0}b&#0;c&#xD800;d&#x1B;</p>", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}"),
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
    ("<a href=\"https://example.org\">here</a>", "here"),
    ("<img src=x alt=picture>text", "text"),
    ("<p>unclosed <b>bold", "unclosed bold"),
    ("</p></b>stray", "stray"),
    ("<!-- hidden -->seen", "seen"),
    ("<html><head><title>t</title></head><body>b</body></html>", "b"),
    ("日本語<br>עברית", "日本語\nעברית"),
  ])
  func whatReadersSeeIsKept(html: String, text: String) {

    #expect(MarkupText.plainText(ofHTML: html) == text)
  }

  @Test func textWithoutMarkupIsTheSameOnBothWays() {
    let text = " a  b\n\nc \u{A0} d\u{1}e ü 😀 "
    #expect(MarkupText.plainText(ofHTML: text) == MarkupText.plainText(ofHTML: "<i></i>" + text))
  }

  @Test(arguments: [100_000, 1_000_000])
  func deepNestingIsSurvived(levels: Int) {
    let html = "start" + String(repeating: "<b>", count: levels) + "end"
    #expect(MarkupText.plainText(ofHTML: html) == "start")
    let closed = html + String(repeating: "</i></b>", count: levels)
    #expect(MarkupText.plainText(ofHTML: closed) == "start")
  }

  @Test func hugeInputIsReadToItsEnd() {
    let html = "<p>" + String(repeating: "word ", count: 400_000) + "</p>last"
    let text = MarkupText.plainText(ofHTML: html)
    #expect(text.utf8.count == 2_000_000 + 4)
    #expect(text.hasSuffix("word\nlast"))
  }
}
