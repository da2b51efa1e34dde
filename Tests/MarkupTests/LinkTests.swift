import Markup
import Testing

struct LinkTests {
  @Test(arguments: [
    ("https://example.org", "https://example.org"),
    ("HTTP://Example.org/Path?q=1#f", "http://Example.org/Path?q=1#f"),
    ("  https://example.org/a b\"c'd<e>  ", "https://example.org/a%20b%22c%27d%3Ce%3E"),
    ("ht\ntps://exam\tple.org", "https://example.org"),
    ("https://[::1]/", "https://[::1]/"),
    ("https://bücher.example/ü", "https://b%C3%BCcher.example/%C3%BC"),
    ("https://über.example", "https://%C3%BCber.example"),
    ("https://example.org/%41%zz", "https://example.org/%41%zz"),
  ])
  func whatLeadsToTheWebIsKept(address: String, link: String) {
    #expect(MarkupText.safeLink(address) == link)
    #expect(MarkupText.safeLink(link) == link)
  }

  @Test(arguments: [
    "", " ", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)",
    "\u{1}javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd",
    "//example.org", "/path", "path", "?q", "#f", "ftp://example.org", "mailto:a@example.org",
    "http:", "http:/example.org", "http://", "http:///x", "http:\\\\example.org", "https://?q",
    "https:example.org", "https ://example.org", "about:blank", "blob:https://example.org/1",
    "https://\u{0}", "https://@", "view-source:https://example.org",
  ])
  func everythingElseIsNoLink(address: String) {
    #expect(MarkupText.safeLink(address) == nil)
  }
}
