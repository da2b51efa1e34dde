import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// Mathematics (`math`) is called Maths (`maths`) from the 20th on.
struct RenamedSiteTests {
  private func rename(at path: String, otherAPI: Bool = false) throws {
    let maker = try ArchiveMaker(reopening: path, at: .november(20))
    let maths = Site("maths", name: "Maths", url: "https://math.stackexchange.com")
    let others = SampleArchive.sites.filter { $0.id != "math" }
    try maker.list(others + [maths], at: .november(20))
    if otherAPI { try maker.archive.saveThrottleState("{}", for: "api.example#keyless") }
    try maker.finish(at: .november(20))
  }

  @Test(arguments: ["math", "Mathematics", "maths", "Maths"])
  func aListOfADayHasTheSitesNameOfThatDay(site: String) async throws {
    try await withSample { path in
      let day = ["--as-of", "2026-11-11", "--csv"]
      let before = await modexport(["list", "math"] + day, archive: path)
      try rename(at: path)
      let after = await modexport(["list", site] + day, archive: path)
      #expect(before.code == 0 && after.code == 0)
      #expect(after.output == before.output)
      #expect(after.message == before.message)
    }
  }

  @Test func fromTheRenamingOnTheNewNameCounts() async throws {
    try await withSample { path in
      try rename(at: path)
      for day in [[], ["--as-of", "2026-11-20"]] {
        let old = await modexport(["list", "math"] + day, archive: path)
        #expect(old.code == 64)
        let new = await modexport(["list", "maths", "--csv"] + day, archive: path)
        // The last reading is that of the 18th.
        #expect(new.code == (day.isEmpty ? 0 : 3))
        #expect(new.output.contains("stackexchange,maths,12,"))
      }
      let day = ["--as-of", "2026-11-19", "--csv"]
      let last = await modexport(["list", "math"] + day, archive: path)
      #expect(last.output.contains("stackexchange,math,12,"))
    }
  }
}
