import Archive
import ArchiveKit
import ArgumentParser
import Foundation
import Networks
import Roster
import Sync
import TestKit
import Testing

@testable import ModExportCommands

/// Which network a site is of that the user names.
struct NetworkChoiceTests {
  /// An archive that knows a wiki, a forum and the sites of the sample.
  private func withThree(_ body: (CommandContext) throws -> Void) async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(20))
      try maker.list(
        [
          Site(
            SiteRef("wikimedia", "dewiki"), name: "Wikipedia (Deutsch)",
            url: "https://de.wikipedia.org")
        ],
        of: "wikimedia", at: .november(20))
      try maker.list(
        [
          Site(
            SiteRef("discourse", "meta.example.org"), name: "Meta Forum",
            url: "https://meta.example.org")
        ],
        of: "discourse", at: .november(20))
      try maker.archive.addToScope([SiteRef("discourse", "meta.example.org")])
      try maker.finish(at: .november(20).addingTimeInterval(60))
      try body(try Self.context(archive: path))
    }
  }

  private static func context(archive: String) throws -> CommandContext {
    try CommandContext(
      .parse(["--archive", archive]), on: .recording(CapturedStream(), CapturedStream()))
  }

  @Test(arguments: [
    ("math", "stackexchange"), ("https://cooking.stackexchange.com", "stackexchange"),
    ("nosuch", "stackexchange"), ("superuser.com", "stackexchange"), ("dewiki", "wikimedia"),
    ("https://de.wikipedia.org", "wikimedia"), ("Meta Forum", "discourse"),
    ("https://forum.example.org", "discourse"), ("http://127.0.0.1:8200/forum/a", "discourse"),
    ("https://wiki.example.org/w/api.php", "mediawiki"),
    ("discourse:forum.example.org", "discourse"),
    ("wikimedia:math", "wikimedia"),
  ])
  func aSiteTellsItsNetwork(name: String, network: NetworkID) async throws {
    try await withThree { context in
      let parts = try NetworkChoice(named: nil, in: context).parts(of: .named([name]))
      #expect(parts.map(\.entry.id) == [network])
      // A network that is named decides.
      let named = try NetworkChoice(named: "mediawiki", in: context).parts(of: .named([name]))
      #expect(named.map(\.entry.id) == ["mediawiki"])
    }
  }

  @Test(arguments: ["usenet:math", "stackexchang:math"])
  func aNetworkThatThereIsNotIsNamed(name: String) async throws {
    try await withThree { context in
      let failure = #expect(throws: CommandFailure.self) {
        try NetworkChoice(named: nil, in: context).parts(of: .named([name]))
      }
      let network = name.prefix { $0 != ":" }
      #expect(failure?.sentence.hasPrefix("There is no network '\(network)': use one of ") == true)
    }
  }

  /// No list of sites is asked for an address.
  @Test func anAddressThatIsLikeAKnownOneIsRefusedWithIt() async throws {
    try await withThree { context in
      let failure = #expect(throws: CommandFailure.self) {
        try NetworkChoice(named: nil, in: context).parts(of: .named(["meta.exampel.org"]))
      }
      #expect(failure?.sentence.contains("write https://meta.exampel.org") == true)
      let sentence = failure?.sentence ?? ""
      #expect(
        sentence.contains("Did you mean '") && sentence.contains("meta.example.org'"), "\(sentence)"
      )
    }
  }

  @Test func theScopeIsOfAllItsNetworks() async throws {
    try await withThree { context in
      let choice = try NetworkChoice(named: nil, in: context)
      #expect(try choice.parts(of: .scope).map(\.entry.id) == ["stackexchange", "discourse"])
      #expect(try choice.parts(of: .all(withMeta: false)).map(\.entry.id) == ["stackexchange"])
      let one = try NetworkChoice(named: "wikimedia", in: context)
      #expect(try one.parts(of: .scope).map(\.entry.id) == ["wikimedia"])
      #expect(throws: CommandFailure.self) { try NetworkChoice(named: "usenet", in: context) }
    }
  }

  /// What looks like an address is one, unless it is an id of the network with a list of its sites.
  @Test(arguments: [
    "meta.cooking", "cooking.meta", "ru.stackoverflow", "pt.meta.stackoverflow", "x",
  ])
  func anIDIsNoAddress(id: String) throws {
    try withTemporaryFolder { folder in
      let choice = try NetworkChoice(
        named: nil, in: Self.context(archive: "\(folder)/none.sqlite"))
      #expect(try choice.parts(of: .named([id])).map(\.entry.id) == ["stackexchange"])
    }
  }

  /// A key for one forum is that of the only forum that is asked.
  @Test func theOnlyForumOfTheScopeTakesTheKey() async throws {
    try await withThree { context in
      let key = context.archivePath + "-key"
      try Data("system:abc\n".utf8).write(to: URL(filePath: key))
      for arguments in [["--network", "discourse"], ["Meta Forum"]] {
        let setups = try SyncSetup.accesses(
          try SiteSelection.parse(arguments),
          try SyncNetworkOptions.parse(["--key-file", key]), in: context)
        let site = SiteRef("discourse", "meta.example.org")
        #expect(setups.count == 1)
        #expect(setups.first?.network.throttleKey(for: site).hasSuffix("#keyless") == false)
      }
      // The scope has sites of another network too, whose key it could be.
      #expect(throws: CommandFailure.self) {
        try SyncSetup.accesses(
          try SiteSelection.parse([]), try SyncNetworkOptions.parse(["--key-file", key]),
          in: context)
      }
    }
  }

  /// A forum has no list of sites in which a name could be.
  @Test func besideForumsAloneANameIsOneOfTheFirstNetwork() throws {
    try withTemporaryFolder { folder in
      let forum = Site(
        SiteRef("discourse", "a.example"), name: "A", url: "https://a.example")
      let maker = try ArchiveMaker(folder, sites: [forum], at: .november(10))
      try maker.finish(at: .november(10).addingTimeInterval(60))
      let choice = try NetworkChoice(named: nil, in: Self.context(archive: maker.path))
      #expect(try choice.parts(of: .named(["cooking"])).map(\.entry.id) == ["stackexchange"])
      #expect(try choice.parts(of: .all(withMeta: true)).map(\.entry.id) == ["stackexchange"])
    }
  }

  @Test func withoutAnArchiveTheFirstNetworkIsMeant() throws {
    try withTemporaryFolder { folder in
      let context = try Self.context(archive: "\(folder)/none.sqlite")
      let choice = try NetworkChoice(named: nil, in: context)
      #expect(try choice.parts(of: .scope).map(\.entry.id) == ["stackexchange"])
      #expect(
        try choice.parts(of: .named(["cooking", "https://forum.example.org"])).map(\.entry.id)
          == ["stackexchange", "discourse"])
    }
  }

  /// What a network needs or does not take is said before any request.
  @Test(arguments: [
    (["--network", "wikimedia", "--all"], "--contact"),
    (["https://de.wikipedia.org/w/api.php"], "--contact"),
    (["--network", "discourse", "--all"], "no list of all sites"),
    (
      ["--network", "discourse", "https://a.example", "--api-url", "https://b.example"], "--api-url"
    ),
    (["--network", "usenet", "x"], "no network 'usenet'"),
    (["forum.example.org"], "write https://forum.example.org"),
    (["meta.discourse.org/forum"], "write https://meta.discourse.org/forum"),
    (["localhost:8200/x"], "write https://localhost:8200/x"), (["localhost"], "write https://"),
    (["forum:8200"], "write https://forum:8200"), (["[::1]/x"], "write https://[::1]/x"),
    (["forum/x"], "write https://forum/x"),
    (["https://a.example", "math", "--key-file", "/dev/null"], "sites of several networks"),
    (["https://a.example", "https://b.example", "--key-file", "/dev/null"], "--key-folder"),
    (["https://a.example", "--key-folder", "/nowhere"], "cannot be read"),
    (["--network", "wikimedia", "--all", "--contact", "me"], "email address"),
    (
      ["--network", "wikimedia", "--all", "--contact", "a@b.example", "--rate", "4"],
      "more than meta.wikimedia.org allows"
    ),
    (
      [
        "--network", "wikimedia", "--all", "--contact", "a@b.example", "--api-url",
        "http://127.0.0.1/",
      ], "/api.php"
    ),
  ])
  func whatCannotBeIsRefused(arguments: [String], words: String) async throws {
    try await withTemporaryFolder { folder in
      let result = await modexport(["sync"] + arguments, archive: "\(folder)/none.sqlite")
      #expect(result.code == 64 && result.message.contains(words), "\(result.message)")
    }
  }
}
