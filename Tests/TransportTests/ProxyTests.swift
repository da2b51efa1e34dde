import Testing

@testable import Transport

/// Which proxy a request takes: a pure function of its URL and of the environment.
struct ProxyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var url = "https://api.example.com/2.3"
    var environment: [String: String]
    /// Nil for none.
    var proxy: String?

    var testDescription: String { "\(url) \(environment)" }
  }

  private static let both = [
    "https_proxy": "one:1", "HTTPS_PROXY": "two:2", "ALL_PROXY": "three:3",
  ]

  static let choices = [
    Case(environment: [:], proxy: nil),
    Case(environment: both, proxy: "http://one:1 ($https_proxy)"),
    Case(
      environment: both.merging(["https_proxy": ""]) { $1 }, proxy: "http://two:2 ($HTTPS_PROXY)"),
    Case(environment: ["ALL_PROXY": "three:3"], proxy: "http://three:3 ($ALL_PROXY)"),
    Case(
      environment: ["ALL_PROXY": "three:3", "all_proxy": "four:4"],
      proxy: "http://four:4 ($all_proxy)"),
    Case(environment: ["http_proxy": "five:5"], proxy: nil),
    Case(url: "http://api.example.com", environment: both, proxy: "http://three:3 ($ALL_PROXY)"),
    Case(
      url: "http://api.example.com", environment: ["http_proxy": "five:5", "HTTP_PROXY": "six:6"],
      proxy: "http://five:5 ($http_proxy)"),
    // A server sets it to a header of the request that it answers.
    Case(url: "http://api.example.com", environment: ["HTTP_PROXY": "six:6"], proxy: nil),
    Case(url: "ftp://api.example.com", environment: ["ALL_PROXY": "three:3"], proxy: nil),
    Case(url: "nonsense", environment: ["ALL_PROXY": "three:3"], proxy: nil),
  ]

  @Test(arguments: choices)
  func theFirstVariableCounts(choice: Case) throws {
    #expect(try proxy(choice)?.description == choice.proxy)
  }

  @Test(arguments: [
    "http://127.0.0.1:8080/2.3", "http://localhost:8080", "https://LOCALHOST",
    "http://[::1]:80/2.3",
    "https://127.8.9.1",
  ])
  func loopbackIsNeverProxied(url: String) throws {
    let all = ["http_proxy": "p:1", "https_proxy": "p:1", "ALL_PROXY": "nonsense://"]
    #expect(try proxy(Case(url: url, environment: all)) == nil)
  }

  @Test(arguments: [
    ("*", "api.example.com", true), ("other, *", "api.example.com", true),
    ("example.com", "api.example.com", true), (".example.com", "api.example.com", true),
    ("*.example.com", "api.example.com", true), ("api.example.com", "api.example.com", true),
    ("API.Example.COM", "api.example.com", true), ("example.com", "API.EXAMPLE.COM", true),
    ("example.com.", "api.example.com", true), ("example.com", "api.example.com.", true),
    ("ample.com", "api.example.com", false), ("pi.example.com", "api.example.com", false),
    ("api.example.com.org", "api.example.com", false),
    ("x api.example.com y", "api.example.com", true),
    ("", "api.example.com", false), (",", "api.example.com", false),
    (".", "api.example.com", false),
    ("example.com:443", "api.example.com", true), ("example.com:80", "api.example.com", false),
    ("example.com:8443", "api.example.com:8443", true),
    ("example.com", "api.example.com:8443", true),
    ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7:443", "192.0.2.7", true),
    ("192.0.2.7", "192.0.2.70", false), ("2001:db8::7", "[2001:db8::7]", true),
    ("[2001:db8::7]:443", "[2001:db8::7]", true), ("[2001:db8::7]:80", "[2001:db8::7]", false),
    // Of a network no host is known by its name.
    ("192.0.2.0/24, example.com", "api.example.com", true), ("0.0.0.0/0", "api.example.com", false),
  ])
  func noProxyListsHosts(list: String, host: String, isDirect: Bool) throws {
    for name in ["no_proxy", "NO_PROXY"] {
      let environment = ["https_proxy": "p:1", name: list]
      #expect(
        (try proxy(Case(url: "https://\(host)/2.3", environment: environment)) == nil) == isDirect)
    }
  }

  @Test func theSmallNoProxyCounts() throws {
    let environment = ["https_proxy": "p:1", "no_proxy": "other", "NO_PROXY": "*"]
    #expect(try proxy(Case(environment: environment)) != nil)
  }

  @Test(arguments: [
    ("proxy", "http://proxy:1080"), ("proxy:3128", "http://proxy:3128"),
    ("http://proxy:3128/", "http://proxy:3128"),
    ("HTTP://Proxy.Example", "http://Proxy.Example:1080"),
    ("http://192.0.2.1:80", "http://192.0.2.1:80"),
    ("http://[2001:db8::1]:80", "http://[2001:db8::1]:80"),
    ("socks5://proxy", "socks5://proxy:1080"), ("socks5h://proxy:9050", "socks5://proxy:9050"),
    ("http://user:pw@proxy:1", "http://proxy:1"), ("user@proxy", "http://proxy:1080"),
  ])
  func anAddressIsRead(text: String, address: String) throws {
    #expect(try Proxy(text, variable: "X").address == address)
  }

  @Test(arguments: [
    ("ann:pass@host", "ann", "pass"), ("ann@host", "ann", ""), ("ann:@host", "ann", ""),
    ("http://ann:p@ss:/@host:1", "ann", "p@ss:/"), ("ann%40x:%C3%A5%25@host", "ann@x", "å%"),
  ])
  func aLoginIsDecodedAndNeverShown(text: String, user: String, password: String) throws {
    let proxy = try Proxy(text, variable: "X")
    #expect(proxy.login == Proxy.Login(user: user, password: password))
    var dumped = ""
    dump(proxy, to: &dumped)
    for shown in ["\(proxy)", "\(String(reflecting: proxy))", dumped] {
      #expect(!shown.contains(user) && (password.isEmpty || !shown.contains(password)))
    }
  }

  static let scheme =
    ", and only http://, socks5:// and socks5h:// proxies are supported: use one of "
    + "these, or unset the variable."
  static let address =
    "The value of $X is no address of a proxy: give one such as "
    + "http://proxy.example:3128."
  static let login =
    "The user or the password in $X is not well encoded: write % as %25, and leave ':' "
    + "out of the user."

  @Test(arguments: [
    ("https://proxy:1", "$X begins with 'https://'" + scheme),
    ("socks4a://u:secret@proxy:1", "$X begins with 'socks4a://'" + scheme),
    ("se cret://proxy", "$X has no usable scheme" + scheme),
    ("http://", address), ("http://proxy:secret", address), ("http://proxy:0", address),
    ("http://proxy:65536", address), ("http://proxy:3128/secret", address),
    ("http://a b", address), ("http://[2001:db8::1", address), ("http://[proxy]:1", address),
    ("http://u:secret@", address), ("1:2:3", address),
    ("http://u:%zz@proxy", login), ("http://u:%2@proxy", login), ("http://u:%FF@proxy", login),
    ("http://u%3Av:p@proxy", login),
    (
      "socks5://u:secret@proxy",
      "$X has a user, and modexport cannot log in to a SOCKS proxy: use one without a login, or an "
        + "http proxy."
    ),
  ])
  func whatCannotBeUsedIsNamedAndNotShown(text: String, sentence: String) {
    let error = #expect(throws: InvalidRoute.self) { try Proxy(text, variable: "X") }
    #expect(error?.description == sentence)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: ["example.com:0", "a@example.com", "[2001:db8::7"])
  func aMalformedEntryOfNoProxyIsNamed(entry: String) {
    let environment = ["https_proxy": "p:1", "NO_PROXY": "localhost \(entry)"]
    let error = #expect(throws: InvalidRoute.self) { try proxy(Case(environment: environment)) }
    #expect(
      error?.description
        == "$NO_PROXY contains '\(entry)', which is no host: give entries such as example.com or "
        + "192.0.2.7.")
    // Nobody reads it where there is no proxy.
    #expect(throws: Never.self) {
      try proxy(Case(environment: ["NO_PROXY": entry]))
    }
  }

  @Test(arguments: ["", "/nowhere/ca.pem", "/dev/null"])
  func aFileOfCertificatesIsReadAtOnce(path: String) throws {
    let environment = ["SSL_CERT_FILE": path]
    guard !path.isEmpty else {
      return #expect(
        try Route(to: "https://api.example.com", environment: environment).proxy == nil)
    }
    let error = #expect(throws: InvalidRoute.self) {
      try Route(to: "https://api.example.com", environment: environment)
    }
    #expect(error?.description.contains("'\(path)'") == true)
    // Where nothing is encrypted, nobody reads it.
    #expect(throws: Never.self) {
      try Route(to: "http://api.example.com", environment: environment)
    }
  }

  private func proxy(_ choice: Case) throws -> Proxy? {
    try Route(to: choice.url, environment: choice.environment).proxy
  }
}
