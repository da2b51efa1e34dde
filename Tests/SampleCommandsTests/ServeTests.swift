import ArgumentParser
import SampleNetwork
import Testing

@testable import SampleCommands

/// What `serve` takes and says.
struct ServeTests {
  private static func lines(
    _ kind: SampleKind, sites: Int? = nil, host: String = "127.0.0.1"
  ) throws -> SampleAddresses {
    let setup = SampleSetup(kind, network: SampleConfiguration(siteLimit: sites))
    return SampleAddresses(kind, try setup.service().entrance, host: host, port: 8_200)
  }

  @Test func theCommandLineMirrorsTheNetwork() throws {
    #expect(
      try Self.lines(.exchange).commandLine
        == "modexport sync --all --api-url http://127.0.0.1:8200/2.3 --archive sample.sqlite")
    #expect(
      try Self.lines(.wikis, host: "::1").commandLine
        == "modexport sync --network wikimedia --all "
        + "--api-url http://[::1]:8200/stackoverflowwiki/api.php --contact me@example.org "
        + "--archive sample.sqlite")
    #expect(
      try Self.lines(.forums, sites: 2).commandLine
        == "modexport sync --network discourse http://127.0.0.1:8200/forum/stackoverflow "
        + "http://127.0.0.1:8200/forum/serverfault --archive sample.sqlite")
  }

  @Test func ofManyForumsTheFirstAreNamed() throws {
    let few = try Self.lines(.forums)
    #expect(few.purpose == "To mirror these forums:" && few.urls.count == 12)
    #expect(few.urls.allSatisfy { few.commandLine.contains("\($0) ") })
    let many = try Self.lines(.forums, sites: 13)
    #expect(many.purpose == "To mirror the first 12 of these 13 forums:" && many.urls.count == 13)
    #expect(many.commandLine == few.commandLine)
  }

  @Test(arguments: [
    (["--network", "discourse", "--quota", "5"], "--quota"),
    (["--network", "mediawiki", "--backoff", "5s"], "--backoff"),
    (["--network", "mediawiki", "--backoff-every", "5"], "--backoff-every"),
  ])
  func aLimitOfAnotherNetworkIsRefused(arguments: [String], name: String) throws {
    let error = try #require(throws: (any Error).self) {
      _ = try ServeCommand.parse(arguments)
    }
    #expect(
      ServeCommand.message(for: error)
        == "\(name) is only for --network stackexchange: \(arguments[1]) has no such limit.")
  }

  @Test(arguments: [
    ["--quota", "0", "--backoff-every", "3", "--fault", "quota=5", "--fault", "reset@math"],
    ["--network", "discourse", "--rate-limit", "0", "--fault", "swaps=2", "--sites", "3"],
    [
      "--network", "mediawiki", "--giant", "700", "--day", "9", "--latency", "20", "--fault",
      "stuck",
    ],
  ])
  func eachNetworkTakesItsOwnOptions(arguments: [String]) throws {
    _ = try ServeCommand.parse(arguments)
  }
}
