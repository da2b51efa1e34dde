import Roster
import Testing

/// The one form of an address, and what is none.
struct WebAddressTests {
  static let read: [(String, String, SiteID)] = [
    ("talk.example", "https://talk.example", "talk.example"),
    ("HTTPS://Talk.Example:443/", "https://talk.example", "talk.example"),
    ("http://talk.example:80/forum//", "http://talk.example/forum", "talk.example/forum"),
    ("http://talk.example:443", "http://talk.example:443", "talk.example:443"),
    ("https://talk.example./Forum", "https://talk.example/Forum", "talk.example/Forum"),
    ("https://talk.example/a?b=c#d", "https://talk.example/a?b=c", "talk.example/a"),
    ("https://fórum.example", "https://xn--frum-qqa.example", "xn--frum-qqa.example"),
    ("https://FÓRUM.example", "https://xn--frum-qqa.example", "xn--frum-qqa.example"),
    ("https://fo\u{301}rum.example", "https://xn--frum-qqa.example", "xn--frum-qqa.example"),
    ("https://bücher.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example"),
    (
      "https://пример.испытание", "https://xn--e1afmkfd.xn--80akhbyknj4f",
      "xn--e1afmkfd.xn--80akhbyknj4f"
    ),
    ("https://例え.テスト", "https://xn--r8jz45g.xn--zckzah", "xn--r8jz45g.xn--zckzah"),
    ("https://ｔａｌｋ.example", "https://talk.example", "talk.example"),
    ("https://h/wiki/Köln", "https://h/wiki/K%C3%B6ln", "h/wiki/K%C3%B6ln"),
    ("http://[0:0:0:0:0:0:0:1]:8080/a", "http://[::1]:8080/a", "[::1]:8080/a"),
    (" https://h ", "https://h", "h"),
  ]

  @Test(arguments: read)
  func anAddressHasOneForm(text: String, address: String, site: SiteID) throws {
    let read = try WebAddress(text)
    #expect(read.description == address && read.siteID == site)
    #expect(try WebAddress(read.description) == read)
  }

  static let refused: [(String, String)] = [
    ("", "no host"), ("https://", "no host"), ("https:///a", "no host"), ("ftp://h", "http://"),
    ("http://a b", "letters"), ("https://h..example", "letters"),
    ("https://h%2e.example", "letters"),
    ("https://a\u{200B}b.example", "letters"), ("https://a。b", "letters"),
    ("https://me:secret@h", "password"), ("https://me:sec/ret@h", "port"),
    ("h:0", "port"), ("h:65536", "port"), ("h:x", "port"), ("h:", "port"), ("h:+1", "port"),
    ("https://[::1", "brackets"), ("https://::1]", "brackets"), ("https://[h]", "brackets"),
    ("https://h/a b", "%20"), ("https://h/<a>", "%20"), ("https://h/../a", "'..'"),
    ("https://h\\@other/", "%20"),
  ]

  @Test(arguments: refused)
  func whatIsNoAddressIsRefusedWithWhatToDo(text: String, words: String) {
    let refusal = #expect(throws: WebAddress.Refusal.self) { try WebAddress(text) }
    #expect(refusal?.description.contains(words) == true, "\(refusal?.description ?? "")")
    #expect(refusal?.description.contains("sec") == false)
  }

  @Test(arguments: ["https://x/2.3?key=secret", "https://x/2.3#top", "https://x?"])
  func anAPIHasNoQuery(text: String) {
    let refusal = #expect(throws: WebAddress.Refusal.self) { try WebAddress(base: text) }
    #expect(refusal?.reason == "leave out everything from '?' or '#' on")
    #expect(refusal?.shown.contains("secret") == false)
  }

  @Test(arguments: [
    ("//h/w/api.php?a", "http://h/w/api.php?a"), ("/w/api.php", "http://h:8/w/api.php"),
    ("api.php", "http://h:8/wiki/api.php"), ("https://other/x", "https://other/x"),
    ("javascript:alert(1)", ""), ("mailto:a@b", ""),
  ])
  func aLinkLeadsFromItsPage(link: String, address: String) throws {
    let page = try WebAddress("http://h:8/wiki/Page")
    #expect(page.resolving(link)?.description ?? "" == address)
  }

  /// Each folder of a host may be another site; a site's name is no address.
  @Test func anAddressOfAnotherFolderIsNoKnownSite() {
    let forum = Site(
      SiteRef("discourse", "h.example"), name: "https://h.example/x", url: "https://h.example")
    let chat = Site(SiteRef("discourse", "h.example/c"), name: "C", url: "https://h.example/c")
    let wiki = Site(
      SiteRef("mediawiki", "h.example/w/api.php"), name: "W", url: "https://h.example/w")
    let directory = SiteDirectory(sites: [forum, chat, wiki])
    let cases: [(String, Site?)] = [
      ("https://h.example", forum), ("h.example", forum), ("https://h.example/t/a/1", forum),
      ("https://h.example/c", chat), ("https://h.example/w/api.php", wiki),
      ("https://h.example/w/", wiki), ("https://h.example/w/index.php?title=A", wiki),
      ("https://h.example/sub", nil), ("h.example/sub", nil), ("https://h.example/x", nil),
      ("https://h.example:8443", nil), ("https://h.example/C", nil),
      ("https://h.example/w/x/api.php", nil), ("https://h.example/wiki/A", nil),
    ]
    for (text, site) in cases {
      switch directory.resolve(text) {
      case .found(let found): #expect(found == site, "\(text)")
      case .ambiguous, .unknown: #expect(site == nil, "\(text)")
      }
    }
  }
}
