import Markup
import Testing

struct EntityTests {
  @Test(arguments: [
    ("", ""),
    ("plain", "plain"),
    ("Jack D&#39;Aurizio", "Jack D'Aurizio"),
    ("Su&#225;rez-&#193;lvarez", "Suárez-Álvarez"),
    ("Unix &amp; Linux", "Unix & Linux"),
    ("&lt;b&gt; &quot;q&quot; &apos;a&apos;", "<b> \"q\" 'a'"),
    ("&#128512;&#x1F600;&#X1f600;", "😀😀😀"),
    ("&amp;lt;", "&lt;"),
    ("&amp;#39;", "&#39;"),
    ("&#0;|&#xD800;|&#1114112;|&#99999999999999999999;", "\u{FFFD}|\u{FFFD}|\u{FFFD}|\u{FFFD}"),
    ("&nbsp; &copy &#39 &#; &#x; &#xZZ; & &&amp;", "&nbsp; &copy &#39 &#; &#x; &#xZZ; & &&"),
    ("&AMP; &Lt;", "&AMP; &Lt;"),
    ("&", "&"), ("&#", "&#"), ("&#x", "&#x"), ("&#1", "&#1"),
  ])
  func referencesAreDecodedExactlyOnce(text: String, decoded: String) {
    #expect(MarkupText.decodingEntities(text) == decoded)
  }

  @Test func aLongRunOfDigitsIsReadInLinearTime() {
    let digits = String(repeating: "&#1", count: 100_000) + String(repeating: "1", count: 1_000_000)
    #expect(MarkupText.decodingEntities(digits) == digits)
    #expect(MarkupText.decodingEntities(digits + ";").hasSuffix("\u{FFFD}"))
  }

  @Test(arguments: [
    ("<a href=\"x\">'&'</a>", "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;"),
    ("\"\u{301}<\u{301}&\u{200D}'\u{FE0F}", "&quot;\u{301}&lt;\u{301}&amp;\u{200D}&#39;\u{FE0F}"),
    (
      "a\u{0}b\u{1B}[31m\u{7F}\u{85}\u{FFFE}\u{FFFF}",
      "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
    ),
    ("tab\tline\nreturn\r\n", "tab\tline\nreturn\n\n"),
    ("ß 日本語 😀 \u{FFFD}", "ß 日本語 😀 \u{FFFD}"),
  ])
  func escapingSeesEveryMarkBehindWhateverCombinesWithIt(text: String, escaped: String) {
    // Compared as bytes: Swift's == would call some different strings equal.
    #expect(Array(MarkupText.escaped(text).utf8) == Array(escaped.utf8))
  }
}
