import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// What the logs of a wiki tell beside its readings.
struct LoggedTests {
  /// Ann was called Anne until 2015 and Annie between the readings of the 10th and the 18th.
  private func withLogs(
    _ role: Role = .moderator, _ body: (String) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(1))
      for (day, name) in [(10, "Ann"), (18, "Ann O’Brien")] {
        try maker.publish(
          [SampleArchive.ann(name, reputation: 1)], site: "math", at: .november(day))
      }
      try maker.logOldHand(
        "Anne", role: role,
        renames: [
          ("2015-01-01T00:00:00Z", UserRename(oldName: "Anne", newName: "Ann")),
          ("2026-11-12T00:00:00Z", UserRename(oldName: "Ann", newName: "Annie")),
          ("2026-11-14T00:00:00Z", UserRename(oldName: "Annie", newName: "Ann O’Brien")),
        ])
      try maker.finish(at: .november(20))
      try await body(maker.path)
    }
  }

  @Test(arguments: [
    ("2009", "Anne"), ("2012", "Anne"), ("2016", "Ann"), ("2026-11-11", "Ann"),
    ("2026-11-13", "Annie"),
    ("2026-11-16", "Ann O’Brien"),
  ])
  func aNameBetweenTwoReadingsIsThatOfTheLog(time: String, name: String) async throws {
    try await withLogs { path in
      let held = await modexport(["list", "math", "--as-of", time, "--json"], archive: path)
      #expect(held.rows?.map { $0["display_name"] } == [.text(name)], "\(held)")
    }
  }

  @Test func aPersonIsShownWithEachNameOfTheLog() async throws {
    try await withLogs { path in
      let shown = await modexport(["show", "math/12"], archive: path)
      #expect(shown.output.contains("formerly   Annie, seen 2026-11-12T00:00:00Z to 2026-11-14"))
      #expect(shown.output.contains("formerly   Anne, seen 2015-01-01T00:00:00Z"), "\(shown)")
      let net = await modexport(
        ["changes", "--net", "--since", "2026-11-13", "--site", "math"], archive: path)
      #expect(
        net.output.contains("was called Annie  14 Nov 2026, 00:00:00  the rights log"), "\(net)")
    }
  }

  /// No list of the site had them in that role.
  @Test func aPersonIsShownWithARoleThatOnlyALogKnows() async throws {
    try await withLogs(Role(rawValue: "bureaucrat")) { path in
      let shown = await modexport(["show", "math/12"], archive: path)
      #expect(shown.output.contains("Mathematics (math), user 12, moderator\n"))
      #expect(shown.output.contains("Mathematics (math), user 12, former bureaucrat\n"), "\(shown)")
      #expect(shown.output.contains("left on 3 Feb 2011, 04:05:06 (by the rights log)"))
    }
  }

  @Test(arguments: ["anne", "Annie"])
  func aPersonIsFoundByANameOfTheLog(name: String) async throws {
    try await withLogs { path in
      let found = await modexport(["search", name], archive: path)
      #expect(found.output.contains("formerly \(name.capitalized)"), "\(found)")
      let shown = await modexport(["show", name], archive: path)
      #expect(shown.output.contains("user 12, moderator"), "\(shown)")
      let onSite = await modexport(["show", "math/\(name.capitalized)"], archive: path)
      #expect(onSite.output == shown.output, "\(onSite)")
    }
  }

  /// The last name of somebody of whom only a log tells is that of a user whose account was made after it.
  private func withStranger(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(1))
      var later = SampleArchive.ann("Old Hand", reputation: 1)
      later.memberSince = .november(2)
      try maker.publish([later], site: "math", at: .november(10))
      try maker.logOldHand(
        "Young Hand",
        renames: [
          ("2007-01-01T00:00:00Z", UserRename(oldName: "New Hand", newName: "Young Hand")),
          ("2015-01-01T00:00:00Z", UserRename(oldName: "Young Hand", newName: "Old Hand")),
        ])
      try maker.finish(at: .november(20))
      try await body(maker.path)
    }
  }

  @Test(arguments: ["New Hand", "young"])
  func whoOnlyALogTellsOfIsFoundByEachName(name: String) async throws {
    try await withStranger { path in
      let found = await modexport(["search", name, "--former"], archive: path)
      #expect(found.output.contains("math/Old Hand"), "\(found)")
      #expect(found.output.contains("formerly \(name.prefix(3).capitalized)"), "\(found)")
    }
  }

  /// Nothing says that they have left for good, and no list has them.
  @Test func whoIsPerhapsStillThereIsListedAsItIsFound() async throws {
    let claims = """
      display_name,began_before,ended_after,ended_before
      Eve,2014-01-01,2015-01-01,
      Bob,2012-01-01,2013-01-01,2014-01-01
      Bob,2016-01-01,2017-01-01,

      """
    try await withLogs { path in
      try Data(claims.utf8).write(to: URL(filePath: path + ".csv"))
      let url = "https://meta.example.org/1"
      let read = await modexport(
        ["backfill", path + ".csv", "--source", url, "--site", "math"], archive: path)
      #expect(read.code == 0, "\(read)")
      let former = await modexport(["list", "math", "--former", "--json"], archive: path)
      for (name, last) in [("Eve", "2015-01-01"), ("Bob", "2017-01-01")] {
        let rows = former.rows?.filter { $0["display_name"] == .text(name) }
        #expect(rows?.map { $0["ended_after"] } == [.text(last + "T00:00:00Z")], "\(former)")
        let found = await modexport(["search", name, "--former", "--json"], archive: path)
        #expect(found.json?.elements.map { $0["display_name"] } == [.text(name)], "\(found)")
      }
      #expect(former.rows?.contains { $0["user_id"] == 12 } == false)
    }
  }

  @Test func namesakesAreToldApart() async throws {
    try await withStranger { path in
      let both = await modexport(["show", "Old Hand"], archive: path)
      #expect(both.code == 64)
      #expect(both.message.contains("501 (Old Hand), math/Old Hand (Old Hand)"), "\(both)")
      let logged = await modexport(["show", "math/Old Hand"], archive: path)
      #expect(logged.output.contains("by the rights log alone"), "\(logged)")
      #expect(logged.output.contains("formerly   Young Hand"), "\(logged)")
      let former = await modexport(["show", "math/New Hand"], archive: path)
      #expect(former.output == logged.output, "\(former)")
      let later = await modexport(["show", "math/12"], archive: path)
      #expect(later.output.contains("user 12") && !later.output.contains("rights log"), "\(later)")
    }
  }
}
