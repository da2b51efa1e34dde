import Archive
import ArchiveKit
import Roster
import TestKit
import Testing

/// The archive as of a moment, without a command around it.
struct ArchiveDayTests {
  /// Complete on day 1, held back on day 2, unproven on day 4 under another name, and closed on day 6.
  private func withHistory(_ body: (ArchiveMaker) throws -> Void) throws {
    // So many others that a list without one site is believed.
    let others = [.cooking] + (1...30).map(Site.made)
    try withArchive(sites: [.math] + others) { maker in
      try maker.publish([.made(1), .made(2, about: "old")], at: day(1))
      try maker.fail([.made(1)], site: "math", at: day(2))
      var renamed = Site.math
      (renamed.ref, renamed.name) = ("maths", "Maths")
      try maker.list([renamed] + others, at: day(3))
      try maker.publish(
        [.made(2, reputation: 900, about: "new"), .made(3)], site: "maths", at: day(4), total: 5)
      try maker.list(others, at: day(6))
      try body(maker)
    }
  }

  private func rows(
    _ view: View, _ day: ArchiveDay, site: SiteRef? = nil, limit: Int? = nil
  ) throws -> [[String: String]] {
    var rows: [[String: String]] = []
    try day.forEachRow(of: view, site: site, order: .key, limit: limit) { row in
      rows.append(
        Dictionary(uniqueKeysWithValues: zip(view.columnNames, row.map(\.description))))
    }
    return rows
  }

  @Test func aDayHasItsOwnRostersNamesAndSites() throws {
    try withHistory { maker in
      let past = try ArchiveDay(maker.archive, at: day(2))
      #expect(past.readAt == day(1))
      let sites = try rows(.sites, past).filter { $0["site"]?.hasPrefix("site") == false }
      #expect(sites.map { $0["site"] } == ["cooking", "math"])
      #expect(sites.map { $0["name"] } == ["Seasoned Advice", "Mathematics"])
      #expect(sites.map { $0["moderators"] } == ["", "2"])
      #expect(sites.map { $0["verdict"] } == ["", "complete"])
      #expect(sites.map { $0["published_at"] } == ["", day(1).rfc3339])
      #expect(sites.map { $0["complete_at"] } == ["", day(1).rfc3339])
      #expect(sites.map { $0["closed_at"] } == ["", ""])
      #expect(sites.map { $0["last_seen"] } == ["", ""])
      #expect(try rows(.moderators, past, site: "math").map { $0["user_id"] } == ["1", "2"])
      #expect(try rows(.changes, past).isEmpty)
    }
  }

  @Test func aLaterDayKeepsWhenItsRosterWasLastComplete() throws {
    try withHistory { maker in
      let later = try ArchiveDay(maker.archive, at: day(5))
      #expect(later.readAt == day(4))
      let site = try #require(try rows(.sites, later, site: "maths").first)
      #expect(site["verdict"] == "unproven" && site["moderators"] == "2")
      #expect(site["published_at"] == day(4).rfc3339)
      #expect(site["complete_at"] == day(1).rfc3339)
      #expect(site["closed_at"] == "")
      let now = try ArchiveDay(maker.archive, at: day(7))
      #expect(try rows(.sites, now, site: "maths").first?["closed_at"] == day(6).rfc3339)
    }
  }

  @Test func walksPagesAndChangesEndWithTheDay() throws {
    try withHistory { maker in
      for (date, walks, changes) in [
        (day(0), 0, 0), (day(1), 1, 0), (day(2), 2, 0), (day(3), 2, 1),
      ] {
        let past = try ArchiveDay(maker.archive, at: date)
        let ids = try rows(.walks, past).map { $0["id"] }
        #expect(ids.count == walks)
        #expect(Set(try rows(.pages, past).map { $0["walk_id"] }) == Set(ids))
        #expect(try rows(.changes, past).count == changes)
        #expect(try rows(.walks, past, limit: 1).count == min(walks, 1))
      }
      let renamed = try ArchiveDay(maker.archive, at: day(3))
      #expect(try rows(.walks, renamed, site: "maths").count == 2)
    }
  }

  @Test func theProofIsThatOfTheDay() throws {
    try withHistory { maker in
      let past = try ArchiveDay(maker.archive, at: day(2))
      let proof = try #require(try past.proof(of: "math"))
      #expect(proof.walk[WalkColumn.finishedAt.rawValue] == .text(day(1).rfc3339))
      #expect(proof.walk[WalkColumn.site.rawValue] == .text("math"))
      #expect(proof.pages.map { $0[0] } == [proof.walk[0]])
      #expect(try past.proof(of: "maths") == nil && past.proof(of: "cooking") == nil)
      let present = try #require(try maker.archive.proof(of: "maths"))
      #expect(present.walk[WalkColumn.finishedAt.rawValue] == .text(day(4).rfc3339))
      #expect(present.pages.count == 2)
      #expect(try maker.archive.proof(of: "cooking") == nil)
      #expect(try maker.archive.proof(of: "nowhere") == nil)
    }
  }

  @Test func aProfileIsThatOfTheDayAsFarAsItIsKept() throws {
    try withHistory { maker in
      var profiles: [ModeratorProfile] = []
      try ArchiveDay(maker.archive, at: day(2)).forEachProfile(of: "math") { profiles.append($0) }
      // The one of more reputation first. The about-me may have been another.
      #expect(
        profiles.map { $0.row[ModeratorColumn.userID.rawValue] } == [.integer(2), .integer(1)])
      #expect(profiles.map { $0.reputation.map(\.reputation) } == [[200], [100]])
      #expect(profiles.allSatisfy { $0.row[ModeratorColumn.aboutText.rawValue] == .null })
      var later: [ModeratorProfile] = []
      try ArchiveDay(maker.archive, at: day(5)).forEachProfile(of: "maths") { later.append($0) }
      #expect(later.first?.reputation.map(\.reputation) == [200, 900])
      #expect(later.first?.row[ModeratorColumn.aboutText.rawValue] == .text("new"))
    }
  }

  @Test func beforeTheFirstRosterThereIsNone() throws {
    try withHistory { maker in
      let early = try ArchiveDay(maker.archive, at: day(0, 30))
      #expect(early.readAt == nil)
      #expect(try rows(.sites, early).allSatisfy { $0["published_at"] == "" })
      #expect(try rows(.sites, early, limit: 3).count == 3)
      #expect(try ArchiveDay(maker.archive, at: day(-1)).readAt == nil)
    }
  }
}
