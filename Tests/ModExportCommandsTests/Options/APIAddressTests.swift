import Roster
import Testing

@testable import ModExportCommands

struct APIAddressTests {
  static let addresses: [(String, url: String, host: String, loopback: Bool, real: Bool)] = [
    (
      "https://api.stackexchange.com/2.3", "https://api.stackexchange.com/2.3",
      "api.stackexchange.com", false, true
    ),
    (
      "https://API.StackExchange.com/2.3//", "https://api.stackexchange.com/2.3",
      "api.stackexchange.com", false, true
    ),
    ("http://127.0.0.1:8080/2.3", "http://127.0.0.1:8080/2.3", "127.0.0.1", true, false),
    ("http://localhost", "http://localhost", "localhost", true, false),
    // Without systemd a network is asked for such a name.
    ("http://api.localhost", "http://api.localhost", "api.localhost", false, false),
    ("http://[::1]:8080/2.3", "http://[::1]:8080/2.3", "[::1]", true, false),
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
    let read = try WebAddress(base: address.0)
    #expect(read.description == address.url)
    #expect(read.hostName == address.host)
    #expect(read.isLoopback == address.loopback)
    #expect((NetworkRegistry.Entry.stackExchange.mostRate(read) == 30) == address.real)
  }

  static let secrets: [(text: String, source: SettingSource, String)] = [
    (
      "https://me:secret@x/2.3", .option("api-url"),
      "The value 'x/2.3' of --api-url is invalid: leave the user and the password out."
    ),
    (
      "https://x/2.3?key=secret", .variable("MODEXPORT_API_URL"),
      "The value 'https://x/2.3' of $MODEXPORT_API_URL is invalid: "
        + "leave out everything from '?' or '#' on."
    ),
    (
      "ftp://me:secret@x?secret", .option("api-url"),
      "The value 'x' of --api-url is invalid: it begins with https:// or http://."
    ),
  ]

  @Test(arguments: secrets)
  func aSecretInAnAddressIsNotShown(
    place: (text: String, source: SettingSource, sentence: String)
  ) throws {
    let failure = #expect(throws: CommandFailure.self) {
      try WebAddress.resolve(place.text, from: place.source)
    }
    #expect(failure == CommandFailure(.usage, place.sentence))
  }
}
