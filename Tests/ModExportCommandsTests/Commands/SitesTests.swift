import Archive
import ArchiveKit
import ModExportCommands
import Testing

struct SitesTests {
  static let header = "site       name              moderators  verdict   complete_at\n"
  static let math = "math       Mathematics                3  complete  2026-11-18T03:00:00Z\n"

  @Test func allSitesAreListedWithWhatIsProven() async throws {
    let outcome = try await sample("sites")
    #expect(
      outcome.output == Self.header + "bicycles   Bicycles\n"
        + "cooking    Seasoned Advice            2  unproven\n" + Self.math
        + "meta.math  Mathematics Meta\n")
    #expect(outcome.code == 0)
    #expect(outcome.message.isEmpty)
  }

  @Test(arguments: [
    (["math"], ["math", "meta.math"]), (["HEMAT"], ["math", "meta.math"]),
    (["advice", "sea"], ["cooking"]), (["cooking.stack"], ["cooking"]),
    (["https://bikes.example/"], ["bicycles"]),
  ])
  func aQueryFindsPartsOfNamesAndAddresses(query: [String], ids: [String]) async throws {
    let outcome = try await withSample { await modexport(["sites", "--csv"] + query, archive: $0) }
    let rows = outcome.output.split(separator: "\r\n").dropFirst()
    #expect(rows.map { $0.split(separator: ",")[1] } == ids.map { Substring($0) })
    #expect(outcome.code == 0)
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
          site       name              moderators  verdict  complete_at  closed_at
          meta.math  Mathematics Meta                                    2026-11-19T03:00:00Z

          """)
    }
  }
}
