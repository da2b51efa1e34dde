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
    (["--meta"], ["meta.math"]), (["--main"], ["bicycles", "cooking", "math"]),
    (["--mirrored"], ["cooking", "math"]), (["--mirrored", "--main"], ["cooking", "math"]),
  ])
  func filtersChooseSites(filters: [String], ids: [String]) async throws {
    let outcome = try await withSample {
      await modexport(["sites", "--csv"] + filters, archive: $0)
    }
    let rows = outcome.output.split(separator: "\r\n").dropFirst()
    #expect(rows.map { $0.split(separator: ",")[1] } == ids.map { Substring($0) })
    #expect(outcome.code == 0)
  }

  @Test func filtersThatLeaveNothingAreNamed() async throws {
    let none = try await sample("sites", "--meta", "--mirrored")
    #expect(none.message == "No site of 4 is left by --meta --mirrored.\n")
    let both = try await sample("sites", "--meta", "--main")
    #expect(both.code == 64)
  }

  @Test func closedSitesSaySo() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(19))
      _ = try maker.archive.recordSites(
        Array(SampleArchive.sites.dropLast()), network: "stackexchange", at: .november(19))
      try maker.finish(at: .november(19))
      let outcome = await modexport(["sites", "--meta"], archive: path)
      #expect(
        outcome.output == """
          site       name              moderators  grade  published_at  closed_at
          meta.math  Mathematics Meta                                   2026-11-19T03:00:00Z

          """)
    }
  }
}
