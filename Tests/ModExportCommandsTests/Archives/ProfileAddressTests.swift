import Archive
import ArchiveKit
import FoundationEssentials
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// The addresses of people's pages, as each network writes them.
struct ProfileAddressTests {
  private static let sites = [
    Site(SiteRef("discourse", "forum.example"), name: "Forum", url: "https://forum.example"),
    Site(
      SiteRef("discourse", "host.example/chat"), name: "Chat", url: "https://host.example/chat"),
    Site(
      SiteRef("mediawiki", "host.example/w/api.php"), name: "Wiki", url: "https://host.example/w"),
    Site(SiteRef("wikimedia", "dewiki"), name: "Wikipedia", url: "https://de.wikipedia.org"),
  ]

  /// Anna Bell was called `Ann_B` in the forum; Cy has gone, and two have had the name `dora`.
  private func ask(_ arguments: [String]) async throws -> CommandResult {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(10))
      for (network, sites) in Dictionary(grouping: Self.sites, by: \.network) {
        try maker.list(sites, of: network, at: .november(10))
      }
      let admin = Role(rawValue: "admin")
      func person(_ id: Int, _ name: String, _ role: Role = .moderator) -> Moderator {
        Moderator(userID: id, role: role, displayName: name)
      }
      try maker.publish([person(1, "Bob")], at: .november(10))
      try maker.publish(
        [person(1, "Ann_B"), person(1, "Ann_B", admin), person(2, "Cy"), person(3, "dora")],
        site: Self.sites[0].ref, at: .november(10))
      try maker.publish(
        [
          person(1, "Anna.Bell"), person(1, "Anna.Bell", admin), person(3, "eve"),
          person(4, "dora"),
        ],
        site: Self.sites[0].ref, at: .november(12))
      try maker.publish([person(5, "Chatter")], site: Self.sites[1].ref, at: .november(10))
      try maker.publish([person(6, "Eñe Ökland")], site: Self.sites[2].ref, at: .november(10))
      try maker.publish(
        [person(7, "Jürgen A"), person(8, "Jürgen a")], site: Self.sites[3].ref, at: .november(10))
      try maker.finish(at: .november(12).addingTimeInterval(60))
      return await modexport(arguments, archive: maker.path)
    }
  }

  @Test(arguments: [
    ("https://math.stackexchange.com/users/1/bob", "Bob"),
    ("https://forum.example/u/Anna.Bell", "Anna.Bell"),
    ("https://FORUM.example/u/anna.bell/summary?x=1#top", "Anna.Bell"),
    ("https://forum.example/users/Anna%2EBell", "Anna.Bell"),
    // The name of that time; who has a name now goes before who had it.
    ("https://forum.example/u/Ann_B", "Anna.Bell"), ("https://forum.example/u/dora", "dora"),
    ("https://host.example/chat/u/chatter", "Chatter"),
    ("https://host.example/wiki/User:E%C3%B1e_%C3%96kland", "Eñe Ökland"),
    ("https://host.example/w/index.php?title=User:Eñe+Ökland&action=history", "Eñe Ökland"),
    ("https://host.example/w/index.php?title=User%3Aeñe_Ökland", "Eñe Ökland"),
    ("https://de.wikipedia.org/wiki/Benutzer:J%C3%BCrgen_A/Werkstatt", "Jürgen A"),
    ("https://de.wikipedia.org/wiki/User:Jürgen_a", "Jürgen a"),
  ])
  func aProfileIsFound(address: String, name: String) async throws {
    let shown = try await ask(["show", address, "--json"])
    #expect(shown.json?["display_name"] == .text(name), "\(shown.message)")
    let found = try await ask(["search", address, "--json"])
    #expect(found.rows?.map { $0["display_name"] } == [.text(name)])
  }

  @Test func whoIsFoundMayHaveGone() async throws {
    let address = "https://forum.example/u/cy"
    #expect(try await ask(["show", address]).output.contains("user 2, former moderator"))
    #expect(try await ask(["search", address]).message.contains("add --former"))
    #expect(try await ask(["search", address, "--former"]).output.contains("Cy"))
  }

  @Test(arguments: [
    (
      "https://forum.example/u/nobody",
      "The archive contains no moderator called 'nobody' of Forum (forum.example). "
    ),
    (
      "https://de.wikipedia.org/wiki/User:JÜRGEN_A",
      "The archive contains no moderator called 'JÜRGEN A' of Wikipedia (dewiki). "
    ),
    (
      "https://forum.example/t/1",
      "The address 'https://forum.example/t/1' is not that of a user, such as "
        + "https://forum.example/u/name."
    ),
    (
      "https://de.wikipedia.org/wiki/Berlin",
      "The address 'https://de.wikipedia.org/wiki/Berlin' is not that of a user, such as "
        + "https://de.wikipedia.org/wiki/User:Name."
    ),
    (
      "https://other.example/u/cy",
      "The address 'https://other.example/u/cy' belongs to no site in the archive"
    ),
    (
      "https://math.stackexchange.com/questions/1",
      "is not that of a user, such as https://math.stackexchange.com/users/1."
    ),
  ])
  func anyOtherAddressIsRefused(address: String, words: String) async throws {
    let shown = try await ask(["show", address])
    #expect(shown.code == 64 && shown.message.contains(words), "\(shown.message)")
  }
}
