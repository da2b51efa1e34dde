import Archive
import ArchiveKit
import Foundation
import Networks
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// One archive with the sites of two networks, which share an id of a site and the number of an account.
struct TwoNetworksTests {
  private static let math = SiteRef(ListNetwork.tokens.id, "math")
  private static let forum = SiteRef(ListNetwork.tokens.id, "forum.tokens.test")

  private static let networks = NetworkRegistry(
    entries: NetworkRegistry.standard.entries + [
      NetworkRegistry.Entry(
        id: ListNetwork.tokens.id, rules: ListNetwork.tokens.rules, address: nil,
        make: { _ in ListNetwork.tokens })
    ])

  /// Adds to the sample archive, in which Ann moderates `math` with the account 501, another network, where
  /// another Ann moderates `math` with the same account.
  private func withBoth(_ body: (String) async throws -> Void) async throws {
    try await withSample { path in
      let start = Date.november(18) + 120
      let maker = try ArchiveMaker(reopening: path, at: start)
      try maker.list(
        [
          Site(Self.math, name: "Reckoning", url: "https://math.tokens.test"),
          Site(Self.forum, name: "The Forum", url: "https://forum.tokens.test"),
        ], of: ListNetwork.tokens.id, at: start)
      func publish(_ roster: [Moderator], _ site: SiteRef, _ day: Int) throws {
        try maker.publish(
          roster, site: site, at: .november(day), total: nil, by: ListNetwork.tokens.rules)
      }
      let ann = Moderator(userID: 7, accountID: 501, displayName: "Ann Token", reputation: 3)
      let joe = Moderator(userID: 8, displayName: "Joe Token")
      try publish([ann], Self.math, 19)
      try publish([joe, ann], Self.math, 20)
      try publish([], Self.forum, 20)
      try maker.finish(at: .november(20).addingTimeInterval(60))
      try await body(path)
    }
  }

  private func ask(_ arguments: String..., at path: String) async -> CommandResult {
    await modexport(arguments, archive: path, networks: Self.networks)
  }

  @Test func bothAreProvenEachByItsOwnRules() async throws {
    try await withBoth { path in
      let proven = await ask("verify", at: path)
      #expect(proven.code == 0, "\(proven.output)\(proven.message)")
      #expect(proven.output.contains("4 sites"))
      // A program that does not know a network proves none of its rosters.
      let unknown = await modexport(["verify", "--csv"], archive: path)
      #expect(unknown.code == 1)
      #expect(unknown.output.contains("tokens"))
    }
  }

  @Test func aSharedIDIsSaidWithItsNetwork() async throws {
    try await withBoth { path in
      let unclear = await ask("list", "math", at: path)
      #expect(unclear.code == 64)
      #expect(
        unclear.message
          == "Error: 2 sites are called 'math': name 'stackexchange:math' or 'tokens:math'.\n")
      let synced = await ask("sync", "math", "--dry-run", at: path)
      #expect(synced.code == 64 && synced.message == unclear.message)
      let first = await ask("list", "stackexchange:math", "--csv", at: path)
      #expect(first.output.contains("stackexchange,math,12,501,Ann O’Brien"))
      let second = await ask("list", "tokens:math", "--csv", at: path)
      #expect(second.output.contains("tokens,math,7,501,Ann Token"))
      #expect(!second.output.contains("O’Brien"))
      let byAddress = await ask("list", "https://math.tokens.test", "--csv", at: path)
      #expect(byAddress.output == second.output)
      let before = await ask("list", "tokens:math", "--as-of", "2026-11-22", "--csv", at: path)
      #expect(before.output.contains("Ann Token") && before.output.contains(",maybe\r\n"))
      let nobody = await ask("list", "The Forum", at: path)
      #expect(nobody.code == 0 && nobody.message.contains("no moderators"))
    }
  }

  @Test func peopleOfTwoNetworksAreTwoPeople() async throws {
    try await withBoth { path in
      let found = await ask("search", "ann", "--json", at: path)
      let people = try #require(found.rows)
      #expect(Set(people.compactMap { $0["network"] }) == ["stackexchange", "tokens"])
      #expect(people.allSatisfy { $0["account_id"] == 501 })
      let one = await ask("search", "ann", "--site", "tokens:math", "--csv", at: path)
      #expect(one.output.contains("Ann Token") && !one.output.contains("O’Brien"))
      let unclear = await ask("show", "501", at: path)
      #expect(unclear.code == 64)
      #expect(unclear.message.contains("'stackexchange:501' or 'tokens:501'"))
      let shown = await ask("show", "tokens:501", at: path)
      #expect(shown.output.contains("Ann Token") && !shown.output.contains("O’Brien"))
      let rows = await ask("people", "--csv", at: path)
      #expect(rows.output.contains("stackexchange,501,") && rows.output.contains("tokens,501,"))
    }
  }

  /// What is printed to be typed again means what it was printed for.
  @Test func whatIsToBeTypedMeansOnePerson() async throws {
    try await withBoth { path in
      let unclear = await ask("show", "ann", at: path)
      #expect(
        unclear.message.contains("stackexchange:501 (Ann O’Brien), tokens:501 (Ann Token)")
          || unclear.message.contains("tokens:501 (Ann Token), stackexchange:501 (Ann O’Brien)"),
        "\(unclear.message)")
      let table = await ask("search", "ann", at: path).output
      #expect(table.contains("  tokens:501  ") && table.contains("  stackexchange:501  "))
      #expect(await ask("search", "joe", at: path).output.contains("  tokens:math/8  "))
      #expect(await ask("show", "tokens:math/8", at: path).output.contains("(tokens:math), user 8"))
      let changes = await ask("changes", "--network", "tokens", at: path).output
      #expect(changes.contains("  tokens:math/8  Reckoning: Joe Token joined"))
      let none = await ask("list", "tokens:math", "--as-of", "2026-11-01", at: path)
      #expect(
        none.code == 3
          && none.message.contains("Reckoning on 1 Nov 2026: it was first read on 19 Nov 2026"))
      let status = await ask("status", "tokens:math", at: path).output
      #expect(status.hasPrefix("Reckoning (tokens:math)\n"))
      // Ids that no other network has are short.
      #expect(
        await ask("changes", "--site", "stackexchange:math", at: path).output.contains(
          "stackexchange:math/12"))
      #expect(await ask("search", "bob", at: path).output.contains("  502  "))
    }
  }

  @Test func sitesScopeAndStatusSayTheNetwork() async throws {
    try await withBoth { path in
      let sites = await ask("sites", "--csv", at: path)
      #expect(sites.output.contains("\ntokens,math,Reckoning,"))
      let scope = await ask("scope", at: path)
      #expect(scope.output.contains("network  stackexchange\nscope    all main sites"))
      #expect(scope.output.contains("network  tokens\n"))
      let status = await ask("status", "--json", at: path)
      #expect(status.json?["sites"]?["mirrored"] == 4)
      let changes = await ask("changes", "--site", "tokens:math", "--csv", at: path)
      #expect(changes.output.contains("Joe Token") && !changes.output.contains("Ann"))
    }
  }

  /// What a command tells of a whole archive it tells of one network too.
  @Test func figuresAreThoseOfOneNetwork() async throws {
    try await withBoth { path in
      func ask(_ arguments: String...) async -> CommandResult {
        await modexport(arguments, archive: path, networks: Self.networks)
      }
      let status = await ask("status", "--network", "tokens", "--json").json
      #expect(status?["sites"]?["mirrored"] == 2)
      #expect(status?["scope"]?["sites"] == "named")
      #expect(await ask("status", "math", "--network", "tokens").output.hasPrefix("Reckoning "))
      #expect(await ask("status", "--network", "tokens", "--metrics", "-").code == 64)
      let scope = await ask("scope", "--network", "stackexchange")
      #expect(scope.output.hasPrefix("scope    all main sites"))
      #expect(await ask("scope", "--set", "all").message.contains("choose one with --network"))
      let set = await ask("scope", "--set", "math", "--network", "tokens")
      #expect(set.code == 0 && set.output.contains("named    math\n"), "\(set.message)")
      let added = await ask("scope", "--add", "meta.math", "tokens:math")
      #expect(added.code == 0 && added.output.contains("named    meta.math\n"), "\(added.message)")
      let removed = await ask("scope", "--remove", "meta.math")
      #expect(removed.code == 0 && !removed.output.contains("named    meta"), "\(removed.message)")
      #expect(await ask("scope", "--network", "stackexchange").output == scope.output)
      let changes = await ask("changes", "--site", "math", "--network", "tokens", "--csv")
      #expect(changes.output.contains("Joe Token"))
    }
  }

  @Test func aReportHasAPageForEachSiteOfBoth() async throws {
    try await withBoth { path in
      let now = await ask("report", "--output", path + "-now", "--quiet", at: path)
      #expect(now.code == 0, "\(now.message)")
      func page(_ folder: String, _ name: String) throws -> String {
        try String(contentsOfFile: "\(path)-\(folder)/sites/\(name).html", encoding: .utf8)
      }
      #expect(try page("now", "math").contains("Ann O’Brien"))
      #expect(try page("now", "tokens%3Amath").contains("Joe Token"))
      #expect(try !page("now", "tokens%3Amath").contains("O’Brien"))
      let index = try String(contentsOfFile: path + "-now/index.html", encoding: .utf8)
      #expect(index.contains("sites/tokens%253Amath.html") && index.contains("sites/math.html"))
    }
  }
}
