import ModExportCommands
import Testing

struct APIAddressTests {
  static let addresses: [(String, url: String, host: String, loopback: Bool, real: Bool)] = [
    (
      "https://api.stackexchange.com/2.3", "https://api.stackexchange.com/2.3",
      "api.stackexchange.com", false, true
    ),
    (
      "https://API.StackExchange.com/2.3//", "https://API.StackExchange.com/2.3",
      "api.stackexchange.com", false, true
    ),
    ("http://127.0.0.1:8080/2.3", "http://127.0.0.1:8080/2.3", "127.0.0.1", true, false),
    ("http://localhost", "http://localhost", "localhost", true, false),
    // Without systemd a network is asked for such a name.
    ("http://api.localhost", "http://api.localhost", "api.localhost", false, false),
    ("http://[::1]:8080/2.3", "http://[::1]:8080/2.3", "::1", true, false),
    (
      "http://127.0.0.1.example.com", "http://127.0.0.1.example.com", "127.0.0.1.example.com",
      false, false
    ),
    (
      "https://notstackexchange.com", "https://notstackexchange.com", "notstackexchange.com", false,
      false
    ),
  ]

  @Test(arguments: addresses)
  func anAddressIsReadWhole(
    address: (String, url: String, host: String, loopback: Bool, real: Bool)
  ) throws {
    let read = try APIAddress(address.0)
    #expect(read.url == address.url)
    #expect(read.host == address.host)
    #expect(read.isLoopback == address.loopback)
    #expect((NetworkRegistry.Entry.stackExchange.mostRate(read) == 30) == address.real)
  }

  static let refused: [(String, String)] = [
    ("", "give an http or https address, such as https://api.stackexchange.com/2.3."),
    (
      "api.stackexchange.com",
      "give an http or https address, such as https://api.stackexchange.com/2.3."
    ),
    ("ftp://x/2.3", "give an http or https address, such as https://api.stackexchange.com/2.3."),
    ("https:///2.3", "give an http or https address, such as https://api.stackexchange.com/2.3."),
    (
      "https://a b/2.3",
      "give an http or https address, such as https://api.stackexchange.com/2.3."
    ),
    (
      "https://x/2 3",
      "give an http or https address, such as https://api.stackexchange.com/2.3."
    ),
    (
      "https://x:99999/2.3",
      "give an http or https address, such as https://api.stackexchange.com/2.3."
    ),
    (
      "https://x:port/2.3",
      "give an http or https address, such as https://api.stackexchange.com/2.3."
    ),
    ("https://me:secret@x/2.3", "leave the user and the password out of the address."),
    ("https://x/2.3?key=secret", "leave out everything from '?' or '#' on."),
    ("https://x/2.3#top", "leave out everything from '?' or '#' on."),
  ]

  @Test(arguments: refused)
  func whatIsNoAddressIsRefused(text: String, sentence: String) {
    let error = #expect(throws: (any Error).self) { try APIAddress(text) }
    #expect(error.map { "\($0)" } == sentence)
  }

  static let secrets: [(text: String, source: SettingSource, String)] = [
    (
      "https://me:secret@x/2.3", .option("api-url"),
      "The value 'x/2.3' of --api-url is invalid: leave the user and the password out of the address."
    ),
    (
      "https://x/2.3?key=secret", .variable("MODEXPORT_API_URL"),
      "The value 'https://x/2.3' of $MODEXPORT_API_URL is invalid: "
        + "leave out everything from '?' or '#' on."
    ),
    (
      "ftp://me:secret@x?secret", .option("api-url"),
      "The value 'x' of --api-url is invalid: "
        + "give an http or https address, such as https://api.stackexchange.com/2.3."
    ),
  ]

  @Test(arguments: secrets)
  func aSecretInAnAddressIsNotShown(
    place: (text: String, source: SettingSource, sentence: String)
  ) throws {
    let failure = #expect(throws: CommandFailure.self) {
      try APIAddress.resolve(place.text, from: place.source)
    }
    #expect(failure == CommandFailure(.usage, place.sentence))
  }
}
