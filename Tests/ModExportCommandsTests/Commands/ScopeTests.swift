import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

struct ScopeTests {
  @Test func theScopeIsShownWithWhatItLacks() async throws {
    let outcome = try await sample("scope")
    #expect(
      outcome.output == """
        scope    all main sites; 3 open, 1 never mirrored
        missing  bicycles

        """)
    #expect(outcome.code == 0)
    let json = try await sample("scope", "--json")
    #expect(
      json.json
        == .object([
          "sites": "main", "named": .array([]), "open": 3, "never_mirrored": 1,
          "missing": .array(["bicycles"]),
        ]))
  }

  @Test(arguments: [
    (["all"], "all main sites; 3 open, 1 never mirrored"),
    (["meta"], "all main and meta sites; 4 open, 2 never mirrored"),
    (["meta", "all"], "all main and meta sites; 4 open, 2 never mirrored"),
    (["Mathematics", "cooking.stackexchange.com"], "2 named; 2 open, 0 never mirrored"),
    (["all", "meta.math"], "all main sites and 1 named; 4 open, 2 never mirrored"),
  ])
  func aScopeTakesThePlaceOfTheOneBefore(words: [String], sentence: String) async throws {
    try await withSample { path in
      let set = await modexport(["scope", "--set"] + words, archive: path)
      #expect(set.code == 0)
      #expect(set.output.hasPrefix("scope    \(sentence)\n"), "\(set.output)")
      let shown = await modexport(["scope"], archive: path)
      #expect(shown.output == set.output)
    }
  }

  @Test(arguments: [
    (["scope", "--set"], "--set needs 'all', 'meta' or sites."),
    (["scope", "--add"], "--add needs 'all', 'meta' or sites."),
    (["scope", "--move", "math"], "--move needs a site and its new address."),
    (["scope", "math"], "Use --set, --add, --remove or --move to change the scope."),
  ])
  func aScopeIsChangedOnlyByWhatIsNamed(arguments: [String], sentence: String) async throws {
    let outcome = try await withSample { await modexport(arguments, archive: $0) }
    #expect(outcome.code == 64)
    #expect(outcome.message.split(separator: "\n").first == "Error: \(sentence)")
  }

  @Test func sitesAreAddedAndTakenOutOneByOne() async throws {
    try await withSample { path in
      func scope(_ arguments: String...) async -> String {
        let outcome = await modexport(["scope"] + arguments, archive: path)
        #expect([0, 3].contains(outcome.code), "\(outcome.message)")
        return String(outcome.output.prefix { $0 != "\n" }.dropFirst("scope    ".count))
      }
      #expect(
        await scope("--add", "meta.math")
          == "all main sites and 1 named; 4 open, 2 never mirrored")
      #expect(await scope("--remove", "all") == "1 named; 1 open, 1 never mirrored")
      #expect(
        await scope("--add", "math", "Seasoned Advice") == "3 named; 3 open, 1 never mirrored")
      #expect(await scope("--remove", "meta.math") == "2 named; 2 open, 0 never mirrored")
      #expect(await scope("--remove", "bicycles") == "2 named; 2 open, 0 never mirrored")
      #expect(
        await scope("--add", "meta")
          == "all main and meta sites and 2 named; 4 open, 2 never mirrored")
      #expect(
        await scope("--add", "all")
          == "all main and meta sites and 2 named; 4 open, 2 never mirrored")
      #expect(
        await scope("--remove", "meta") == "all main sites and 2 named; 3 open, 1 never mirrored")
      #expect(await scope("--remove", "all", "math", "cooking").hasPrefix("none; name sites"))
      let list = await modexport(["list", "math"], archive: path)
      #expect(list.code == 0 && list.output.contains("Bob Økland"))
    }
  }

  @Test func aSiteThatIsInTheScopeAsOneOfAllStays() async throws {
    try await withSample { path in
      let removed = await modexport(["scope", "--remove", "math"], archive: path)
      #expect(removed.code == 64)
      #expect(
        removed.message
          == "Error: math cannot be taken out alone: the scope has all main sites. Use --set to name its sites.\n"
      )
    }
  }

  @Test(arguments: ["--set", "--add", "--remove"])
  func anUnknownSiteLeavesTheScopeAlone(action: String) async throws {
    try await withSample { path in
      let set = await modexport(["scope", action, "math", "cookin"], archive: path)
      #expect(set.code == 64)
      #expect(set.message == "Error: There is no site 'cookin'. Did you mean 'cooking'?\n")
      let shown = await modexport(["scope"], archive: path)
      #expect(shown.output.hasPrefix("scope    all main sites;"))
    }
  }

  /// Sites of their own servers, and where they can go.
  @Test(arguments: [
    (
      "forum.example.org", "https://talk.example.org/c/?x",
      "leave out everything from '?' or '#' on"
    ),
    ("forum.example.org", "https://forum.example.org", "is at https://forum.example.org already."),
    ("forum.example.org", "https://www.other.example", "has a site other.example already"),
    ("forum.example.org", "https://a b", "is no address"),
    ("nosuch.example", "https://talk.example.org", "There is no site 'nosuch.example'"),
  ])
  func aSiteDoesNotMoveJustAnywhere(site: String, address: String, words: String) async throws {
    try await Self.withForum { path in
      let outcome = await modexport(["scope", "--move", site, address], archive: path)
      #expect(outcome.code == 64 && outcome.message.contains(words), "\(outcome)")
    }
    let outcome = try await sample("scope", "--move", "math", "https://math.example")
    #expect(outcome.message.contains("math is on its network's list of sites"))
  }

  @Test func theHistoryOfASiteGoesOnAtItsNewAddress() async throws {
    try await Self.withForum { path in
      for address in ["http://forum.example.org", "https://talk.example.org/forum"] {
        let moved = await modexport(
          ["scope", "--move", "forum.example.org", address], archive: path)
        #expect(moved.code == 0, "\(moved.message)")
      }
      let sites = await modexport(["sites", "--csv"], archive: path)
      #expect(sites.output.contains("discourse,talk.example.org/forum,"), "\(sites.output)")
      // Its former address still names it.
      let list = await modexport(["list", "forum.example.org"], archive: path)
      #expect(list.output.contains("Ann"), "\(list)")
      let found = await modexport(["search", "forum.example.org", "--json"], archive: path)
      #expect(found.rows?.first?["match"]?["text"] == "forum.example.org", "\(found)")
      #expect(found.rows?.first?["site"]?["site"] == "talk.example.org/forum")
      let changes = await modexport(["changes", "--csv"], archive: path)
      #expect(changes.output.contains("site_renamed"), "\(changes.output)")
      #expect(
        await modexport(["scope"], archive: path).output.contains(
          "named    talk.example.org/forum\n"))
      let back = await modexport(
        ["scope", "--move", "talk.example.org/forum", "https://forum.example.org"], archive: path)
      #expect(back.code == 0 && back.output.contains("named    forum.example.org\n"), "\(back)")
    }
  }

  /// Runs the body with an archive that has read one forum, and knows another one.
  private static func withForum(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [], at: day(0))
      let sites = ["forum.example.org", "other.example"].map {
        Site(SiteRef("discourse", $0), name: $0, url: "https://\($0)")
      }
      for site in sites {
        _ = try maker.archive.recordSites([site], network: "discourse", at: day(0), isWhole: false)
      }
      try maker.archive.addToScope([sites[0].ref])
      try maker.publish([.made(1, "Ann")], site: sites[0].ref, at: day(1))
      try maker.finish(at: day(2))
      try await body(maker.path)
    }
  }

  @Test func anArchiveWithoutScopeEndsWith3() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/empty.sqlite"
      try ArchiveDatabase.open(at: path, for: .writing).close()
      let outcome = await modexport(["scope"], archive: path)
      #expect(outcome.code == 3)
      #expect(outcome.output.hasPrefix("scope    none; name sites with `modexport sync SITE`"))
    }
  }
}
