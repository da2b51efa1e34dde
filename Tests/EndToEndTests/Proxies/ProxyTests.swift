import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// The proxy that the environment names, over real connections.
@Suite(.bounded) struct ProxyTests {
  private static let host = "api.example.test"
  private static let configuration = SampleConfiguration(siteLimit: 3, limits: .off)

  /// Serves a sample network behind a relay.
  private func withProxy(
    _ opening: Relay.Opening = .connect(authorization: nil), tls: Certificate? = nil,
    _ body: @escaping @Sendable (_ port: Int, Relay, SampleServer) async throws -> Void
  ) async throws {
    try await SampleServer.withRunning(Self.configuration) { base, server in
      let port = try #require(URL(string: base)?.port)
      @Sendable func run(to port: Int) async throws {
        let relay = Relay(to: port, opening)
        try await relay.withRunning { try await body($0, relay, server) }
      }
      guard let tls else { return try await run(to: port) }
      try await Relay(to: port, tls: tls.context).withRunning { try await run(to: $0) }
    }
  }

  private static func sync(_ scheme: String = "http", _ more: String...) -> [String] {
    Program.sync("\(scheme)://\(host)/2.3", ["--all", "--retries", "0"] + more)
  }

  @Test(arguments: ["http_proxy", "ALL_PROXY"])
  func everyRequestGoesThroughTheTunnel(variable: String) async throws {
    try await withProxy { port, relay, server in
      try await withTemporaryFolder { folder in
        let environment = [variable: "http://127.0.0.1:\(port)"]
        let ending = try await Program.run(Self.sync(), in: folder, environment: environment)
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(try ending.summary.counts.complete == server.api.network.mainSites.count)
        #expect(!relay.asked.isEmpty)
        #expect(relay.asked.allSatisfy { $0.hasPrefix("CONNECT \(Self.host):80 HTTP/1.1\r\n") })
        let probe = try await Program.run(
          ["probe", "--api-url", "http://\(Self.host)/2.3", "--rate", "1000"],
          command: [Program.samplePath], in: folder, environment: environment)
        #expect(probe.messages.isEmpty && !probe.output.isEmpty)
      }
    }
  }

  @Test(arguments: ["socks5", "socks5h"])
  func aSocksProxyResolvesTheName(scheme: String) async throws {
    try await withProxy(.socks(reply: 0)) { port, relay, _ in
      try await withTemporaryFolder { folder in
        let ending = try await Program.run(
          Self.sync(), in: folder, environment: ["ALL_PROXY": "\(scheme)://127.0.0.1:\(port)"])
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(Set(relay.asked) == ["\(Self.host):80"])
      }
    }
  }

  /// What a proxy sees of an encrypted API: its name, and nothing of the key and the requests.
  @Test func theKeyIsEncryptedBeforeTheProxySeesIt() async throws {
    try await withTemporaryFolder { folder in
      let certificate = try await Certificate(for: Self.host, in: folder)
      let (path, key) = (certificate.path, "sampleSecretKey((")
      try await withProxy(tls: certificate) { port, relay, server in
        let environment = [
          "https_proxy": "127.0.0.1:\(port)", "SSL_CERT_FILE": path, "STACKEXCHANGE_KEY": key,
        ]
        let ending = try await Program.run(
          Self.sync("https", "-vvv"), in: folder, environment: environment)
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(server.requestCount > 3 && server.log.allSatisfy(\.isKeyed))
        #expect(relay.asked.allSatisfy { $0.hasPrefix("CONNECT \(Self.host):443 HTTP/1.1\r\n") })
        let seen = Data(relay.received)
        #expect(seen.count > 5_000)
        for secret in ["sampleSecret", "users/moderators", "Bearer", "2.3"] {
          #expect(seen.firstRange(of: Data(secret.utf8)) == nil)
          #expect(secret == "2.3" || !relay.asked.joined().contains(secret))
        }
        #expect(!ending.messages.contains("Secret"))
        // An unknown authority is not trusted.
        let requests = server.requestCount
        let untrusted = try await Program.run(
          Self.sync("https"), in: folder, environment: ["https_proxy": "127.0.0.1:\(port)"])
        #expect(untrusted.code == 69 && server.requestCount == requests)
        #expect(
          untrusted.messages.contains(
            "no encrypted connection: the server's certificate is not valid, or not of an authority"
          ))
      }
    }
  }

  @Test func aLoginIsSentAndNotShown() async throws {
    let login = Data("zora:p@ss word".utf8).base64EncodedString()
    try await withProxy(.connect(authorization: "Basic \(login)")) { port, relay, server in
      try await withTemporaryFolder { folder in
        let known = try await Program.run(
          Self.sync("http", "-vvv"), in: folder,
          environment: ["http_proxy": "http://zora:p%40ss%20word@127.0.0.1:\(port)"])
        #expect(known.code == 0, "\(known.messages)")
        let place = "http://127.0.0.1:\(port) ($http_proxy)"
        #expect(known.messages.contains("proxy=\"\(place)\""))
        let cases = [
          ("", "requires a user and a password, as in http://USER:PASSWORD@HOST:PORT"),
          ("zora:p%40ss@", "refuses the user and the password"),
        ]
        for (wrong, sentence) in cases {
          let (asked, requests) = (relay.asked.count, server.requestCount)
          let refused = try await Program.run(
            Self.sync("http", "--retries", "5"), in: folder,
            environment: ["http_proxy": "http://\(wrong)127.0.0.1:\(port)"])
          #expect(refused.code == 69)
          #expect(
            refused.messages
              == "Error: No request reached the API: the proxy \(place) \(sentence); 3 sites left for "
              + "the next run.\n")
          #expect(server.requestCount == requests && relay.asked.count <= asked + 4)
        }
        for text in [login, "p@ss", "p%40ss", "zora"] { #expect(!known.messages.contains(text)) }
      }
    }
  }

  @Test(arguments: [Relay.Opening.refuse(status: 502), .refuse(status: 403), .socks(reply: 5)])
  func aProxyThatRefusesIsNamed(opening: Relay.Opening) async throws {
    try await withProxy(opening) { port, relay, server in
      try await withTemporaryFolder { folder in
        let scheme = if case .socks = opening { "socks5" } else { "http" }
        let ending = try await Program.run(
          Self.sync(), in: folder, environment: ["ALL_PROXY": "\(scheme)://127.0.0.1:\(port)"])
        #expect(ending.code == 69)
        #expect(
          ending.messages == """
            the API: the proxy \(scheme)://127.0.0.1:\(port) ($ALL_PROXY) refuses the connection, or cannot \
            make it (proxy)
            Error: The API gave no usable answer: check the proxy, then run sync again.

            """)
        #expect(server.requestCount == 0)
      }
    }
  }

  @Test func aProxyThatIsDownIsNamedAndLoopbackNeedsNone() async throws {
    try await withTemporaryFolder { folder in
      let down = ["http_proxy": "http://ann:secret@127.0.0.1:1", "ALL_PROXY": "http://127.0.0.1:1"]
      let ending = try await Program.run(Self.sync(), in: folder, environment: down)
      #expect(ending.code == 69)
      #expect(
        ending.messages.hasPrefix(
          "the API: no connection to the proxy http://127.0.0.1:1 ($http_proxy): connection refused (proxy)\n"
        ))
      #expect(!ending.messages.contains("secret"))
      try await SampleServer.withRunning(Self.configuration) { base, _ in
        let direct = try await Program.run(
          Program.sync(base), in: folder, environment: ["ALL_PROXY": "127.0.0.1:1"])
        #expect(direct.code == 0, "\(direct.messages)")
      }
    }
  }

  @Test func anUnsupportedProxyIsRefusedBeforeAnythingIsMade() async throws {
    try await withTemporaryFolder { folder in
      for (program, arguments) in [
        (Program.path, Self.sync()),
        (Program.samplePath, ["probe", "--api-url", "http://\(Self.host)/2.3"]),
      ] {
        let ending = try await Program.run(
          arguments, command: [program], in: folder,
          environment: ["http_proxy": "https://ann:secret@proxy.example"])
        #expect(ending.code == 64)
        #expect(
          ending.messages
            == "Error: $http_proxy begins with 'https://', and only http://, socks5:// and socks5h:// "
            + "proxies are supported: use one of these, or unset the variable.\n")
      }
      #expect(!FileManager.default.fileExists(atPath: ArchiveFile(in: folder).path))
    }
  }
}
