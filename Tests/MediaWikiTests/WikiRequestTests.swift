import FoundationEssentials
import MediaWiki
import Networks
import Roster
import Testing
import Transport

/// Addresses, headers and tokens.
struct WikiRequestTests {
  private static let form = "&format=json&formatversion=2&errorformat=plaintext&maxlag=5"

  @Test func whatIsAskedForIsInTheAddress() throws {
    let wiki = try WikiReplies.wiki()
    let base = "https://wiki.example/w/api.php?action="
    #expect(
      wiki.info().url == base
        + "query&meta=siteinfo&siprop=general%7Cusergroups&sinumberingroup=1"
        + "&list=logevents&letype=rights&lelimit=1&leprop=ids"
        + Self.form)
    #expect(
      wiki.members(of: "sysop").url == base
        + "query&list=allusers&augroup=sysop&aulimit=500&audir=ascending"
        + "&auprop=groups%7Cregistration%7Ccentralids" + Self.form)
    #expect(
      wiki.siteMatrix().url == base
        + "sitematrix&smlimit=5000&smlangprop=code%7Cname%7Csite"
        + "&smsiteprop=url%7Cdbname%7Ccode%7Csitename" + Self.form)
    #expect(
      wiki.log(.rights, since: Date(timeIntervalSince1970: 0), order: .newestFirst).url == base
        + "query&list=logevents&letype=rights&leprop=ids%7Ctitle%7Ctype%7Ctimestamp%7Cdetails"
        + "&lelimit=500&ledir=older&lestart=1970-01-01T00%3A00%3A00Z" + Self.form)
  }

  @Test func everyMemberOfAContinuationIsRepeated() throws {
    let token = Continuation(["aufrom": "Bob & Ann=?", "continue": "-||", "x": ""])
    #expect(token.token == "aufrom=Bob%20%26%20Ann%3D%3F&continue=-%7C%7C&x=")
    #expect(Continuation(token: token.token) == token)
    #expect(
      try WikiReplies.wiki().members(of: "sysop", from: token).url
        .hasSuffix(Self.form + "&" + token.token))
    for text in ["", "a", "a=%", "a=%FF", "&"] { #expect(Continuation(token: text) == nil) }
  }

  @Test(arguments: [
    ("https://de.wikipedia.org/w/api.php", true), ("https://wikidata.org/w/api.php", true),
    ("https://commons.wikimedia.org:8443/w/api.php", true),
    ("https://notwikipedia.org/w/api.php", false), ("https://wikipedia.org.example/api.php", false),
    ("http://127.0.0.1:8080/api.php", false),
  ])
  func wikimediaWantsAContact(address: String, isWikimedia: Bool) throws {
    let base = try #require(try? WebAddress(address))
    #expect(WikiEndpoint.isWikimedia(base) == isWikimedia)
    let named = WikiEndpoint(
      base, program: "modexport/1.0", contact: OperatorContact("User:Example"))
    #expect(named.info().headers.values == ["User-Agent": "modexport/1.0 (User:Example)"])
    if isWikimedia {
      // The limits of a client are those of all wikis together.
      let other = WikiEndpoint(
        try #require(try? WebAddress("en.wikipedia.org/w/api.php")), program: "modexport/1.0",
        contact: OperatorContact("User:Example"))
      #expect(named.throttleKey == other.throttleKey)
    } else {
      let unnamed = WikiEndpoint(base, program: "modexport/1.0", contact: nil)
      #expect(unnamed.userAgent == "modexport/1.0")
    }
  }

  @Test(arguments: ["", "me", "a b@example.org", "x)@example.org", "ö@example.org", "@\n"])
  func whatNobodyCanBeReachedByIsNoContact(text: String) {
    #expect(OperatorContact(text) == nil)
  }
}
