import Archive
import ArchiveKit
import Roster
import TestKit
import Testing

@testable import ModExportCommands

struct SitesTests {
  static let header = "site       name              moderators  grade      published_at\n"
  static let math =
    "math       Mathematics                3  complete   2026-11-18T03:00:00Z\n"

  @Test func allSitesAreListedWithWhatIsProven() async throws {
    let outcome = try await sample("sites")
    #expect(
      outcome.output == Self.header + "bicycles   Bicycles\n"
        + "cooking    Seasoned Advice            2  published  2026-11-12T03:00:00Z\n" + Self.math
        + "meta.math  Mathematics Meta\n")
    #expect(outcome.code == 0)
    #expect(outcome.message == "The moderators include 1 staff or Community account.\n")
  }

  @Test(arguments: [
    (["math"], ["math", "meta.math"]), (["HEMAT"], ["math", "meta.math"]),
    (["advice", "sea"], ["cooking"]), (["cooking.stack"], ["cooking"]),
    (["https://bikes.example/"], ["bicycles"]), (["mathematics", "meta"], ["meta.math"]),
    (["meta"], ["meta.math"]), (["--meta"], ["meta.math"]), (["--meta", "cook"], []),
    (["--main", "math"], ["math"]), (["--mirrored"], ["cooking", "math"]),
    (["--mirrored", "--main", "advice"], ["cooking"]),
  ])
  func aQueryFindsPartsOfNamesAndAddresses(query: [String], ids: [String]) async throws {
    let outcome = try await withSample { await modexport(["sites", "--csv"] + query, archive: $0) }
    let rows = outcome.output.split(separator: "\r\n").dropFirst()
    #expect(rows.map { $0.split(separator: ",")[1] } == ids.map { Substring($0) })
    #expect(outcome.code == 0)
  }

  /// What nearly all addresses share finds none of them.
  @Test(arguments: [
    ("stack", [], "No site matches 'stack'. `modexport sites` lists those that are known.\n"),
    ("exchange.com", [], nil), ("cooking.stackexchange", ["cooking"], nil),
    ("math.meta", ["meta.math"], nil),
  ])
  func whatAddressesShareFindsNothing(
    query: String, ids: [String], message: String?
  ) async throws {
    let outcome = try await sample("sites", query, "--csv")
    #expect(try outcome.column("site") == ids)
    if let message { #expect(outcome.message == message) }
  }

  @Test func filtersThatLeaveNothingAreNamed() async throws {
    let none = try await sample("sites", "--meta", "--mirrored")
    #expect(none.message == "No site of 4 is left by --meta --mirrored.\n")
    let word = try await sample("sites", "--meta", "cooking")
    #expect(word.message.hasPrefix("No site matches 'cooking' with --meta."))
    let both = try await sample("sites", "--meta", "--main")
    #expect(both.code == 64)
  }

  @Test(arguments: [
    ("stack", ["stackapps", "stackoverflow", "es.stackoverflow", "deepstack", "old"]),
    ("stackoverflow", ["stackoverflow", "es.stackoverflow", "old"]),
    ("overflow", ["es.stackoverflow", "stackoverflow", "old"]), ("exchange", []),
    ("https", []), ("stackoverflow.com", ["stackoverflow", "es.stackoverflow", "old"]),
  ])
  func theClosestMatchComesFirst(query: String, ids: [String]) {
    let sites = [
      Site("deepstack", name: "Deepstack", url: "https://deepstack.stackexchange.com"),
      Site(
        "es.stackoverflow", name: "Stack Overflow en español", url: "https://es.stackoverflow.com"),
      Site("gaming", name: "Arqade", url: "https://gaming.stackexchange.com"),
      Site("math", name: "Mathematics", url: "https://math.stackexchange.com"),
      Site("music", name: "Music", url: "https://music.stackexchange.com"),
      Site("old", name: "Old", url: "https://old.stackoverflow.com"),
      Site("pets", name: "Pets", url: "https://pets.stackexchange.com"),
      Site("stackapps", name: "Stack Apps", url: "https://stackapps.com"),
      Site("stackoverflow", name: "Stack Overflow", url: "https://stackoverflow.com"),
      Site("ux", name: "User Experience", url: "https://ux.stackexchange.com"),
      Site("wine", name: "Wine", url: "https://wine.stackexchange.com"),
      Site("writing", name: "Writing", url: "https://writing.stackexchange.com"),
    ]
    let rows = sites.map { site in
      SiteColumn.allCases.map { column -> Cell in
        switch column {
        case .site: .text(site.id)
        case .name: .text(site.name)
        case .siteURL: .text(site.url)
        default: .null
        }
      }
    }
    let found = SiteWords(query, sites: sites).matches(in: rows)
    #expect(found.map { $0[SiteColumn.site.rawValue].description } == ids)
  }

  @Test(arguments: [
    ("mahtematics", "No site matches 'mahtematics'. Did you mean 'math'?\n"),
    ("***", "No site matches '***'. `modexport sites` lists those that are known.\n"),
  ])
  func aQueryWithoutAnswerIsNoFailure(query: String, message: String) async throws {
    let outcome = try await sample("sites", query)
    #expect(outcome.output.isEmpty)
    #expect(outcome.message == message)
    #expect(outcome.code == 0)
    let quiet = try await sample("sites", query, "--json", "--quiet")
    #expect(quiet.output == "[]\n")
    #expect(quiet.message.isEmpty)
  }

  @Test func closedSitesSaySo() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(19))
      _ = try maker.archive.recordSites(
        Array(SampleArchive.sites.dropLast()), network: "stackexchange", at: .november(19))
      try maker.finish(at: .november(19))
      let outcome = await modexport(["sites", "meta"], archive: path)
      #expect(
        outcome.output == """
          site       name              moderators  grade  published_at  closed_at
          meta.math  Mathematics Meta                                   2026-11-19T03:00:00Z

          """)
    }
  }
}
