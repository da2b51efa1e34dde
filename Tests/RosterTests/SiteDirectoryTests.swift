import Roster
import TestKit
import Testing

struct SiteDirectoryTests {
  static let directory = SiteDirectory(sites: [
    site("meta.math", "Mathematics Meta", "https://math.meta.stackexchange.com", .meta),
    site("stackoverflow", "Stack Overflow", "https://stackoverflow.com"),
    site("serverfault", "Server Fault", "https://serverfault.com"),
    site("superuser", "Super User", "https://superuser.com"),
    site("math", "Mathematics", "https://math.stackexchange.com"),
    site(
      "mathoverflow.net", "MathOverflow", "https://mathoverflow.net",
      aliases: ["http://mathoverflow.com"]),
    site(
      "beer", "Beer, Wine & Spirits", "https://alcohol.stackexchange.com",
      aliases: ["http://beer.stackexchange.com"]),
    site("ja.stackoverflow", "スタック・オーバーフロー", "https://ja.stackoverflow.com"),
    site("a", "Letters", "https://a.example.com"), site("c", "a", "https://c.example.com"),
    site("bands", "AC/DC", "https://bands.example.com"),
    site("one", "Twin", "https://one.example.com"), site("two", "Twin", "https://two.example.com"),
  ])

  static func site(
    _ id: String, _ name: String, _ url: String, _ type: SiteType = .main, aliases: [String] = []
  ) -> Site {
    Site(SiteRef(test: id), name: name, url: url, type: type, aliases: aliases)
  }

  static let found: [(String, String)] = [
    ("stackoverflow", "stackoverflow"), ("StackOverflow", "stackoverflow"),
    ("stackoverflow.com", "stackoverflow"), ("https://stackoverflow.com", "stackoverflow"),
    ("http://StackOverflow.com/", "stackoverflow"), ("stackoverflow.com.", "stackoverflow"),
    ("https://stackoverflow.com:443/users?tab=moderators#top", "stackoverflow"),
    ("Stack Overflow", "stackoverflow"), ("stack overflow", "stackoverflow"),
    ("math", "math"), ("meta.math", "meta.math"), ("mathematics", "math"),
    ("math.stackexchange.com", "math"), ("math.meta.stackexchange.com", "meta.math"),
    ("mathoverflow.net", "mathoverflow.net"), ("https://mathoverflow.com/q/1", "mathoverflow.net"),
    ("beer.stackexchange.com", "beer"), ("alcohol.stackexchange.com", "beer"),
    ("beer wine spirits", "beer"), ("スタックオーバーフロー", "ja.stackoverflow"),
    ("ja.stackoverflow", "ja.stackoverflow"),
    // A name is trimmed, and an exact id goes before a name.
    (" math ", "math"), ("\tmath\n", "math"), ("a", "a"), (" a ", "a"),
    (" Stack Overflow", "stackoverflow"),
    ("AC/DC", "bands"), ("ac dc", "bands"),
    // With the network, in each of the forms.
    ("\(testNetwork):math", "math"), ("\(testNetwork.uppercased()):MATH", "math"),
    (" \(testNetwork): Stack Overflow ", "stackoverflow"),
    ("\(testNetwork):https://mathoverflow.com/q/1", "mathoverflow.net"),
  ]

  /// A forum that has moved was at its former address, and at no other one of that host.
  @Test func aFormerAddressIsThatOfOneSite() {
    let forum = Site(
      SiteRef("discourse", "h.example/new"), name: "F", url: "https://h.example/new",
      aliases: ["https://h.example/old"])
    let directory = SiteDirectory(sites: [forum])
    for (address, isFound) in [
      ("https://h.example/old", true), ("h.example/old/", true), ("https://h.example/new", true),
      ("https://h.example/other", false), ("h.example", false),
    ] {
      let resolution = directory.resolve(address)
      #expect((resolution == .found(forum)) == isFound, "\(address): \(resolution)")
    }
  }

  /// Of equally close ones, ids come before names.
  @Test func suggestionsBeginWithIds() {
    let directory = SiteDirectory(sites: [
      Self.site("es.stackoverflow", "Stack Overflow en español", "https://es.stackoverflow.com"),
      Self.site("pt.stackoverflow", "Stack Overflow em Português", "https://pt.stackoverflow.com"),
      Self.site("ru.stackoverflow", "Stack Overflow на русском", "https://ru.stackoverflow.com"),
      Self.site("stackapps", "Stack Apps", "https://stackapps.com"),
      Self.site("stackoverflow", "Stack Overflow", "https://stackoverflow.com"),
    ])
    guard case .unknown(let suggestions) = directory.resolve("stack") else {
      Issue.record("a site was found")
      return
    }
    #expect(suggestions.map(\.id) == ["stackapps", "stackoverflow", "es.stackoverflow"])
  }

  @Test(arguments: found)
  func aSiteIsFoundByAnyOfItsNames(text: String, id: String) {
    let resolution = Self.directory.resolve(text)
    guard case .found(let site) = resolution else {
      Issue.record("\(resolution)")
      return
    }
    #expect(site.id == id)
  }

  static let suggested: [(String, [String])] = [
    ("stackoverflwo", ["stackoverflow"]), ("stakoverflow.com", ["stackoverflow"]),
    ("Sever Fault", ["serverfault"]), ("suprusr", ["superuser"]), ("superu", ["superuser"]),
    ("mat", ["math", "mathoverflow.net", "meta.math"]),
    ("alcohl", ["beer"]), ("../a", ["a", "c", "ja.stackoverflow"]), ("/c", ["c", "a"]),
    ("\(testNetwork):suprusr", ["superuser"]), ("\(testNetwork):", []),
    ("elsewhere:math", []), ("xyzzy", []),
    ("", []), ("-- '\"", []), ("https://", []),
    (String(repeating: "a", count: 10_000), []),
  ]

  @Test(arguments: suggested)
  func anUnknownSiteGetsNearOnes(text: String, ids: [String]) {
    let resolution = Self.directory.resolve(text)
    guard case .unknown(let suggestions) = resolution else {
      Issue.record("\(resolution)")
      return
    }
    #expect(suggestions.map(\.id) == ids)
  }

  /// The name of several sites is not unknown.
  @Test func aSharedNameTellsItsSites() {
    guard case .ambiguous(let sites) = Self.directory.resolve("Twin") else {
      Issue.record("no several sites")
      return
    }
    #expect(sites.map(\.id) == ["one", "two"])
    let networks = SiteDirectory(
      sites: ["stackexchange", "wikimedia", "discourse"].map {
        Site(SiteRef($0, "math"), name: "Math", url: "https://math.\($0).example")
      })
    guard case .ambiguous(let several) = networks.resolve("math") else {
      Issue.record("no several sites")
      return
    }
    #expect(Set(several.map(\.network)) == ["stackexchange", "wikimedia", "discourse"])
    #expect(
      networks.resolve("wikimedia:math")
        == .found(several.first { $0.network == "wikimedia" } ?? several[0]))
  }

  @Test func anEmptyDirectoryKnowsNothing() {
    #expect(SiteDirectory(sites: []).resolve("math") == .unknown(suggestions: []))
  }

  static let distances: [(String, String, Int?)] = [
    ("", "", 0), ("", "ab", 2), ("ab", "ab", 0), ("ab", "ba", 1), ("abc", "acb", 1),
    ("kitten", "sitting", 3), ("ca", "abc", 3), ("flaw", "lawn", 2), ("abcdef", "uvwxyz", nil),
    ("a", "aaaaa", nil), ("é", "e", 1),
  ]

  @Test(arguments: distances)
  func typingErrorsAreCounted(first: String, second: String, distance: Int?) {
    #expect(EditDistance.between(first, second, atMost: 3) == distance)
    #expect(EditDistance.between(second, first, atMost: 3) == distance)
    if let distance, distance > 0 {
      #expect(EditDistance.between(first, second, atMost: distance - 1) == nil)
    }
  }

  /// Sites that share a host are told apart by port and folder.
  @Test(arguments: [
    ("https://example.org/forum", "example.org/forum"),
    ("http://EXAMPLE.org/forum/about", "example.org/forum"),
    ("example.org/forum", "example.org/forum"), ("https://example.org/wiki", "example.org/wiki"),
    ("https://example.org/wiki/w/api.php", nil), ("https://example.org", nil),
    ("https://example.org/forums", nil), ("https://example.org:8080/forum", nil),
    ("127.0.0.1:81/a", "127.0.0.1:81/a"), ("127.0.0.1:82/a", nil), ("127.0.0.1", nil),
  ])
  func aPartOfAHostIsNotTheHost(text: String, id: SiteID?) {
    let directory = SiteDirectory(
      sites: ["example.org/forum", "example.org/wiki", "127.0.0.1:81/a"].map {
        Self.site($0, "The \($0)", "https://\($0)")
      })
    let found: SiteID? = if case .found(let site) = directory.resolve(text) { site.id } else { nil }
    #expect(found == id)
  }
}
