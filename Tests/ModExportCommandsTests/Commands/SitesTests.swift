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

  @Test func closedSitesSaySo() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(19))
      _ = try maker.archive.recordSites(
        Array(SampleArchive.sites.dropLast()), network: "stackexchange", at: .november(19))
      try maker.finish(at: .november(19))
      let outcome = await modexport(["sites"], archive: path)
      let last = outcome.output.split(separator: "\n").last
      #expect(outcome.output.prefix { $0 != "\n" }.hasSuffix("  closed_at"))
      #expect(last?.hasPrefix("meta.math  Mathematics Meta") == true)
      #expect(last?.hasSuffix("  2026-11-19T03:00:00Z") == true)
    }
  }
}
