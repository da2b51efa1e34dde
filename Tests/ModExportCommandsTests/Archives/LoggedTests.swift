import Archive
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
      #expect(
        shown.output.contains("formerly   Anne, seen 2008-03-04T05:06:07Z to 2015-01-01"),
        "\(shown)")
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

  /// Of tenures that overlap, the one that ends last says when somebody left.
  @Test func theTenureThatEndsLastSaysWhenSomebodyLeft() async throws {
    let people = [("99", "Eve", "moderator"), ("", "Bob", "moderator"), ("12", "Ann", "admin")]
    let times = ["2010-01-01,2016-01-01,2016-01-01", "2012-01-01,2013-01-01,2014-01-01"]
    try await withLogs { path in
      for (place, time) in times.enumerated() {
        let rows = people.map { id, name, role in "\(id),\(name),\(role),\(time)\n" }.joined()
        let header = "user_id,display_name,role,began_before,ended_after,ended_before\n"
        try Data((header + rows).utf8).write(to: URL(filePath: path + ".csv"))
        let source = ["--source", "https://meta.example.org/\(place)", "--site", "math"]
        _ = await modexport(["backfill", path + ".csv"] + source, archive: path)
      }
      let then = await modexport(["list", "math", "--as-of", "2015", "--json"], archive: path)
      let sure = then.rows?.filter { $0["known"] == "yes" && $0["source"] == "claim" }
      #expect(sure?.count == people.count, "\(then)")
      let former = await modexport(["list", "math", "--former", "--json"], archive: path)
      #expect(former.rows?.count == people.count, "\(former)")
      for row in former.rows ?? [] { #expect(row["ended_before"] == "2016-01-01T23:59:59Z") }
      for (_, name, _) in people {
        let found = await modexport(["search", name, "--former", "--json"], archive: path)
        #expect(found.output.contains("\"left_at\": \"2016-01-01T23:59:59Z\""), "\(found)")
        #expect(!found.output.contains("2014"), "\(found)")
      }
    }
  }

  private static func row(
    _ id: Int, _ name: String, _ date: Int, isLoss: Bool = false
  ) -> LogEntry {
    let held = [RightsChange.Membership(.moderator)]
    let change = RightsChange(name: name, before: isLoss ? held : [], after: isLoss ? [] : held)
    return LogEntry(id: id, time: .november(date), .rights(change))
  }

  /// The log ends before the first reading, so it knows no ids: whoever has the name and the role on the list is there.
  @Test func whoIsOnTheListIsNoFormerOne() async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(1))
      try maker.publish(
        [.made(1, "Bob"), .made(2, "Dee", role: .admin)], site: "math", at: .november(10))
      // Bob had left before, and came back.
      let rows =
        [Self.row(0, "Bob", -9), Self.row(1, "Bob", -5, isLoss: true)]
        + ["Bob", "Dee", "Eve"].enumerated().map { Self.row(2 + $0, $1, 2) }
      let log = LogRef("rights", of: "math", in: testNetwork)
      _ = try maker.archive.beginLogs([log])
      var state = LogState(roles: [.moderator])
      (state.newestAt, state.oldestAt, state.readUntil) = (
        .november(2), .november(-9), .november(3)
      )
      state.isWhole = true
      try maker.archive.record(rows, of: log, reaching: state)
      try maker.archive.recordLoggedTenures(in: testNetwork)
      try maker.finish(at: .november(20))
      let former = await modexport(["list", "math", "--former", "--json"], archive: maker.path)
      #expect(former.rows?.map { $0["display_name"] } == ["Dee", "Eve"], "\(former)")
      for (name, ids) in [("Bob", [1]), ("Eve", [nil])] {
        let found = await modexport(["search", name, "--former", "--json"], archive: maker.path)
        let rows = found.json?.elements.flatMap { $0["moderators"]?.elements ?? [] }
        #expect(
          rows?.map { $0["user_id"] } == ids.map { $0.map { .number($0) } ?? .null }, "\(found)")
      }
    }
  }

  @Test func namesakesAreToldApart() async throws {
    try await withStranger { path in
      let both = await modexport(["show", "Old Hand"], archive: path)
      #expect(both.code == 64)
      #expect(both.message.contains("501 (Old Hand), math/Old Hand (Old Hand)"), "\(both)")
      let logged = await modexport(["show", "math/Old Hand"], archive: path)
      #expect(logged.output.contains("by the rights log alone"), "\(logged)")
      #expect(
        logged.output.contains("formerly   New Hand, seen 2007-01-01T00:00:00Z to 2007-01-01"))
      #expect(
        logged.output.contains("formerly   Young Hand, seen 2007-01-01T00:00:00Z to 2015-01-01"),
        "\(logged)")
      let former = await modexport(["show", "math/New Hand"], archive: path)
      #expect(former.output == logged.output, "\(former)")
      let later = await modexport(["show", "math/12"], archive: path)
      #expect(later.output.contains("user 12") && !later.output.contains("rights log"), "\(later)")
    }
  }
}
