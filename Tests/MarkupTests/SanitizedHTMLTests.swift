import Foundation
import FoundationXML
import Markup
import TestKit
import Testing

struct SanitizedHTMLTests {
  private func sanitized(_ html: String) -> String {
    HTMLSanitizer().sanitized(html)
  }

  @Test(arguments: [
    ("", ""),
    ("plain & <simple", "plain &amp; "),
    ("<p>One<p>Two", "<p>One</p><p>Two</p>"),
    ("a<br>b<hr>", "a<br/>b<hr/>"),
    ("<b>a<i>b</b>c</i>", "<b>a<i>b</i></b>c"),
    ("<h1>Big</h1><h2>Less</h2><h3>Small</h3>", "<h4>Big</h4><h5>Less</h5><h6>Small</h6>"),
    ("<div>a</div><div>b</div>", "a<br/>b"),
    ("<font color=red>red</font>", "red"),
    ("<p class=x style=y onclick=z id=w>t</p>", "<p>t</p>"),
    ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
    ("<li>lost</li>", "lost"),
    (
      "<a href=\"https://example.org/?a=1&amp;b=2\" onclick=x target=_top>l</a>",
      "<a href=\"https://example.org/?a=1&amp;b=2\" rel=\"nofollow noopener\">l</a>"
    ),
    ("<a href=\"javascript:alert(1)\">l</a>", "l"),
    ("<img src=https://example.org/x.png alt=x>t", "t"),
    ("<iframe src=x>inside</iframe>t", "t"),
    ("<svg><a href=https://example.org>x</a></svg>t", "t"),
    ("<embed src=x>t", "t"),
    ("<pre>a\n  b</pre>", "<pre>a\n  b</pre>"),
    ("it's \"so\"", "it&#39;s &quot;so&quot;"),
  ])
  func harmlessMarkupIsKeptAndTheRestUnwrapped(html: String, clean: String) {
    #expect(sanitized(html) == clean)
  }

  @Test func theCorpusIsLargeEnough() {
    #expect(Set(hostileMarkup).count >= 100)
  }

  @Test(arguments: hostileMarkup)
  func onlyHarmlessElementsAttributesAndLinksComeThrough(html: String) throws {
    try expectHarmless(sanitized(html), from: html)
    let twice = sanitized(sanitized(html))
    try expectHarmless(twice, from: html)
  }

  @Test(arguments: hostileMarkup)
  func hostileMarkupInEveryPlaceComesOutHarmless(html: String) throws {
    for frame in [
      "<p>\(html)</p>", "<a href=\"\(html)\">x</a>", "<p title='\(html)'>x</p>", "<!--\(html)",
    ] {
      try expectHarmless(sanitized(frame), from: frame)
    }
  }

  /// Whatever a piece leaves open, or stops at, the next begins afresh.
  @Test(arguments: 0..<20)
  func onePieceLeavesNoTraceInTheNext(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let deep = String(repeating: "<b>", count: 1_000) + "end"
    let large = String(repeating: "<p>word</p>", count: 100_000)
    let sanitizer = HTMLSanitizer()
    for html in (hostileMarkup + ["<script>", "<a href='x", deep, large]).shuffled(using: &random) {
      #expect(sanitizer.sanitized(html) == sanitized(html), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<200)
  func randomMarkupComesOutHarmless(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let pieces =
      hostileMarkup + ["<", ">", "\"", "'", "&", "</", "=", " ", "\u{0}", "\u{301}", "<b>", "</p>"]
    var html = ""
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
      html += piece.prefix(Int.random(in: 0...piece.count, using: &random))
    }
    try expectHarmless(sanitized(html), from: "seed \(seed)")
  }

  @Test(arguments: 0..<100)
  func randomBytesComeOutHarmless(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let bytes = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let html = String(decoding: bytes, as: UTF8.self)
    try expectHarmless(sanitized(html), from: "seed \(seed)")
    #expect(
      MarkupText.printable(MarkupText.plainText(ofHTML: html)) == MarkupText.plainText(ofHTML: html)
    )
  }

  @Test(arguments: ["b", "div", "ul><li", "blockquote", "svg", "a href=https://example.org", "x"])
  func deepNestingIsSurvived(element: String) throws {
    let html = "start" + String(repeating: "<\(element)>", count: 100_000) + "end"
    let clean = sanitized(
      html + String(repeating: "</p></\(element)>", count: 100_000))
    #expect(clean.hasPrefix("start"))
    try expectHarmless(clean, from: element)
  }

  @Test func hugeInputIsReadToItsEnd() throws {
    let clean = sanitized(String(repeating: "<p>word</p>", count: 50_000) + "last")
    #expect(clean.hasSuffix("<p>word</p>last"))
    #expect(clean.utf8.count == 11 * 50_000 + 4)
  }

  private func expectHarmless(_ clean: String, from input: String) throws {
    let parser = XMLParser(data: Data("<root>\(clean)</root>".utf8))
    let inspector = Inspector()
    parser.delegate = inspector
    #expect(parser.parse(), "\(input) became \(clean)")
    #expect(inspector.problems.isEmpty, "\(input) became \(clean)")
  }
}

/// Notes everything in a document that is not on the short list.
private final class Inspector: NSObject, XMLParserDelegate {
  var problems: [String] = []

  private static let elements: Set<String> = [
    "p", "br", "b", "strong", "i", "em", "code", "pre", "blockquote", "ul", "ol", "li", "hr", "sup",
    "sub", "kbd", "s", "del", "h4", "h5", "h6", "a", "root",
  ]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if !Self.elements.contains(name) { problems.append("element \(name)") }
    var others = attributes
    if name == "a" {
      let link = others.removeValue(forKey: "href") ?? ""
      let isWeb = link.hasPrefix("https://") || link.hasPrefix("http://")
      if !isWeb { problems.append("link \(link)") }
      if others.removeValue(forKey: "rel") != "nofollow noopener" { problems.append("no rel") }
    }
    if !others.isEmpty { problems.append("attributes \(others)") }
  }

  func parser(_ parser: XMLParser, foundComment comment: String) {
    problems.append("comment \(comment)")
  }

  func parser(
    _ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?
  ) {
    problems.append("instruction \(target)")
  }
}
