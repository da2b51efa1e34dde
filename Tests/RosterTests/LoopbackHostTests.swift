import Roster
import Testing

@Suite struct LoopbackHostTests {
  @Test(arguments: [
    "localhost", "localhost:8080", "127.0.0.1", "127.255.0.9:1", "::1", "[::1]", "[::1]:9",
  ])
  func theseAreThisMachine(host: String) {
    #expect(LoopbackHost.isLoopback(host))
  }

  @Test(arguments: [
    "127.evil.com", "127.0.0.1.example", "127.0.0", "127.0.0.256", "api.localhost:1",
    "localhost.example",
    "128.0.0.1", "::2", "[::12]", "2001:db8::1", "",
  ])
  func theseAreNot(host: String) {
    #expect(!LoopbackHost.isLoopback(host))
  }
}
