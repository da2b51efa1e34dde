import Sync
import Testing

struct APIIdentityTests {
  private static let sample = "modexport-sample-network/2.3 (seed 42)"

  @Test(
    arguments: [
      ("api.stackexchange.com", "api.stackexchange.com"),
      ("api.stackexchange.com:443", "api.stackexchange.com"),
      ("api.example:8080", "api.example:8080"), ("127.example", "127.example"),
    ] as [(String, String)])
  func anAddressTellsWhoAnswers(host: String, identity: String) {
    #expect(APIIdentity.fixed(host: host) == identity)
  }

  @Test(arguments: ["localhost:8080", "127.0.0.1:8080", "127.0.0.1", "[::1]:9"])
  func onThisMachineItDoesNot(host: String) {
    #expect(APIIdentity.fixed(host: host) == nil)
    #expect(APIIdentity.reported(host: host, server: Self.sample) == "the sample network (seed 42)")
  }

  @Test(arguments: [
    ("127.0.0.1:8080", "localhost:8080"), ("localhost:8080", "localhost:8080"),
    ("[::1]:8080", "localhost:8080"), ("[::1]", "localhost"), ("127.0.0.1", "localhost"),
  ])
  func whoeverElseAnswersHereIsItsPort(host: String, identity: String) {
    for server in [
      nil, "", "nginx", "modexport-sample-network/2.3", "modexport-sample-network/2.3 (seed x)",
      "modexport-sample-network/2.3 (seed 42", "proxy, modexport-sample-network/2.3 (seed 42)",
    ] {
      #expect(APIIdentity.reported(host: host, server: server) == identity)
    }
  }
}

struct MassDepartureTests {
  @Test(
    arguments: [
      ([], false),
      (Array(repeating: (10, 10), count: 4), false),
      (Array(repeating: (10, 10), count: 5), true),
      (Array(repeating: (10, 6), count: 5), true),
      (Array(repeating: (10, 5), count: 9), false),
      (Array(repeating: (10, 10), count: 5) + Array(repeating: (10, 0), count: 4), true),
      (Array(repeating: (10, 10), count: 5) + Array(repeating: (10, 0), count: 5), false),
      (Array(repeating: (0, 0), count: 9), false),
    ] as [([(Int, Int)], Bool)])
  func nearlyEverybodyOfNearlyEverySite(sites: [(Int, Int)], expected: Bool) {
    var departure = MassDeparture()
    for (old, gone) in sites { departure.note(old: old, gone: gone) }
    #expect(departure.isUnbelievable == expected)
  }
}
