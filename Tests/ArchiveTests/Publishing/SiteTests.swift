import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

struct SiteTests {
  private func record(_ test: ArchiveMaker, _ sites: [Site], _ number: Int) throws -> SiteListUpdate
  {
    try test.archive.recordSites(sites, network: testNetwork, at: day(number))
  }

  @Test func sitesComeCloseAndComeBack() throws {
    let sites = (1...4).map(Site.made)
    try withArchive(sites: sites) { test in
      let closed = try record(test, Array(sites.dropLast()), 1)
      #expect(closed.closed == ["site4"])
      #expect(try test.rows(.sites)[3]["closed_at"] == day(1).rfc3339)
      #expect(try record(test, Array(sites.dropLast()), 2).closed == [])
      let reopened = try record(test, sites, 3)
      #expect(reopened.reopened == ["site4"])
      let site = try test.rows(.sites)[3]
      #expect(
        [site["closed_at"], site["first_seen"], site["last_seen"]] == [
          "", day(0).rfc3339, day(3).rfc3339,
        ])
      #expect(try test.archive.latestSiteList(of: testNetwork)?.fetchedAt == day(3))
    }
  }

  /// Sites that are named by address are recorded one by one, many within a second.
  @Test func sitesThatAreRecordedOneByOneHaveNoDateInTheFuture() throws {
    let sites = (1...5).map(Site.made)
    try withArchive(sites: []) { test in
      for _ in 1...2 {
        for site in sites {
          _ = try test.archive.recordSites(
            [site], network: testNetwork, at: day(3), isWhole: false)
        }
      }
      #expect(try test.rows(.sites).map { $0["last_seen"] } == sites.map { _ in day(3).rfc3339 })
      #expect(try test.archive.verify(by: testRules).findings == [])
      _ = try record(test, sites, 3)
      let after = try test.rows(.sites).map { $0["last_seen"] }
      #expect(after == sites.map { _ in (day(3) + 1).rfc3339 })
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  /// Events of sites that were never mirrored are not recorded.
  @Test func whatHappensToAMirroredSiteIsAChange() throws {
    let others = (1...8).map(Site.made)
    let beer = Site("beer", name: "Beer", url: "https://beer.example")
    try withArchive(sites: others + [beer]) { test in
      try test.publish([.made(1)], site: "beer", at: day(1))
      var alcohol = Site(
        "alcohol", name: "Alcohol", url: "https://alcohol.example", aliases: [beer.url])
      _ = try record(test, others + [alcohol], 2)
      alcohol.name = "Alcohol & Co"
      _ = try record(test, others + [alcohol], 3)
      _ = try record(test, others, 4)
      _ = try record(test, Array(others.dropLast()), 5)
      _ = try record(test, others + [alcohol], 6)
      try test.publish([.made(1)], site: "alcohol", at: day(7))
      let told = try test.rows(.changes).map { row in
        ["site", "user_id", "display_name", "kind", "detail", "observed_at", "previous_walk_at"]
          .map { row[$0] ?? "?" }
      }
      let days = (0...6).map { day($0).rfc3339 }
      #expect(
        told == [
          [
            "alcohol", "", "Alcohol", "site_renamed",
            #"{"name":["Beer","Alcohol"],"site":["beer","alcohol"]}"#, days[2], days[0],
          ],
          [
            "alcohol", "", "Alcohol & Co", "site_renamed",
            #"{"name":["Alcohol","Alcohol & Co"]}"#, days[3], days[2],
          ],
          ["alcohol", "", "Alcohol & Co", "site_closed", "", days[4], days[3]],
          ["alcohol", "", "Alcohol & Co", "site_reopened", "", days[6], days[5]],
        ])
      #expect(try test.archive.verify(by: testRules).findings == [])
      #expect(
        try test.archive.changes(ChangeFilter(kinds: [.siteClosed])).listing.rows.count == 1)
      #expect(try test.archive.certain(of: "alcohol", on: day(1)).count == 1)
    }
  }

  @Test func aShortListClosesNothing() throws {
    try withArchive(sites: (1...8).map(Site.made)) { test in
      let update = try record(test, (1...5).map(Site.made), 1)
      #expect(update.implausible?.known == 8 && update.implausible?.listed == 5)
      #expect(update.closed == [])
      #expect(try record(test, (1...6).map(Site.made), 1).closed == ["site7", "site8"])
    }
  }

  /// As when the user names the API of another network.
  @Test func aListOfOtherSitesClosesNothing() throws {
    try withArchive(sites: (1...8).map(Site.made)) { test in
      let update = try record(test, (11...20).map(Site.made), 1)
      #expect(update.implausible?.known == 8 && update.implausible?.listed == 0)
      #expect(update.closed == [])
    }
  }

  /// A host under a new id is the same site, also where the list is incomplete.
  @Test func aShortListRenamesAllTheSame() throws {
    let others = (1...6).map(Site.made)
    let beer = Site("beer", name: "Beer", url: "https://beer.example")
    try withArchive(sites: others + [beer]) { test in
      let alcohol = Site("alcohol", name: "Alcohol", url: "https://beer.example")
      let update = try record(test, [alcohol], 2)
      #expect(update.renamed.map(\.after) == ["alcohol"])
      #expect(update.implausible?.listed == 1)
      #expect(update.added == [] && update.closed == [])
      let ale = Site("ale", name: "Alcohol", url: "https://beer.example")
      #expect(try record(test, [ale], 3).renamed.map(\.after) == ["ale"])
      #expect(
        try test.file.rows("SELECT parameter, since, until FROM former_site")
          == [["beer", "1", "2"], ["alcohol", "2", "3"]])
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func aRenamedSiteKeepsRosterAndHistory() throws {
    let others = (1...6).map(Site.made)
    let beer = Site("beer", name: "Beer", url: "https://beer.example")
    try withArchive(sites: others + [beer]) { test in
      try test.publish([.made(1)], site: "beer", at: day(1))
      let alcohol = Site(
        "alcohol", name: "Alcohol", url: "https://alcohol.example",
        aliases: ["http://BEER.example/"])
      let update = try record(test, others + [alcohol], 2)
      #expect(update.renamed.map(\.before) == ["beer"])
      #expect(update.renamed.map(\.after) == ["alcohol"])
      #expect(update.added == [] && update.closed == [])
      #expect(try test.rows(.moderators).map { $0["site"] } == ["alcohol"])
      #expect(
        try test.publish([.made(1), .made(2)], site: "alcohol", at: day(3)).changes.count == 1)
      #expect(try test.archive.verify(by: testRules).findings == [])
      #expect(
        try test.archive.knownSites(of: testNetwork).first?.site.aliases
          == ["http://BEER.example/"])
    }
  }

  @Test func anOldUnfinishedWalkIsNotGoneOnWith() throws {
    try withArchive { test in
      func open(_ date: Date) throws -> OpenWalk {
        try test.archive.openWalk(
          site: "math", run: test.run, at: date, maxAge: 3600)
      }
      let first = try open(day(1))
      let pages = test.pages([.made(1), .made(2)], at: day(1), pageSize: 1, total: 2)
      for page in pages + [pages[0]] { try test.archive.record(page, walk: first.id) }
      try test.archive.countRequests(5, walk: first.id)
      let again = try open(day(1, 3600))
      #expect(again.id == first.id && again.requests == 5 && again.startedAt == day(1))
      #expect(again.pages == pages.map(\.withoutItems))
      let fresh = try open(day(1, 7300))
      #expect(fresh.startedAt == day(1, 7300) && fresh.requests == 0)
      #expect(fresh.pages == [])
      #expect(try test.rows(.pages) == [])
    }
  }

  /// Another API has other moderators; another page size or filter gives other pages.
  @Test func pagesOfAnotherSourceAreNotGoneOnWith() throws {
    try withArchive { test in
      func open(_ source: WalkSource?, _ second: Int) throws -> OpenWalk {
        try test.archive.openWalk(
          site: "math", run: test.run, at: day(1, second),
          maxAge: 3600, source: source)
      }
      let sources = [
        WalkSource(api: "a", query: "q"), WalkSource(api: "b", query: "q"),
        WalkSource(api: "b", query: "r"), nil,
      ]
      let page = test.pages([.made(1), .made(2)], at: day(1), pageSize: 1, total: 2)[0]
      for (number, source) in sources.enumerated() {
        let walk = try open(source, number * 10)
        #expect(walk.pages == [] && walk.startedAt == day(1, number * 10))
        try test.archive.record(page, walk: walk.id)
        #expect(try open(source, number * 10 + 5).pages == [page.withoutItems])
      }
    }
  }

  @Test func aListThatIsNotWholeClosesNothing() throws {
    try withArchive(sites: (1...8).map(Site.made)) { test in
      let update = try test.archive.recordSites(
        (1...7).map(Site.made) + [.made(9)], network: testNetwork, at: day(1), total: 9,
        isWhole: false)
      #expect(update.closed == [] && update.added == ["site9"])
      let state = try #require(try test.archive.latestSiteList(of: testNetwork))
      #expect(state.total == 9 && state.lacking == 1 && !state.isBelieved)
      #expect(try record(test, (1...7).map(Site.made), 2).closed == ["site8", "site9"])
    }
  }

  @Test func settingsAndThrottleStatesAreKept() throws {
    try withArchive { test in
      let archive = test.archive
      #expect(try archive.preparation(for: "api.example", named: "mods") == nil)
      try archive.savePreparation("!a", for: "api.example", named: "mods")
      try archive.savePreparation("!b", for: "api.example", named: "mods")
      #expect(try archive.preparation(for: "api.example", named: "mods") == "!b")
      #expect(try archive.throttleState(for: "api.example#1") == nil)
      try archive.saveThrottleState("{}", for: "api.example#1")
      #expect(try archive.throttleState(for: "api.example#1") == "{}")
      try archive.finishRun(
        test.run, at: day(1), outcome: "complete", requests: 3, retries: 1, quotaRemaining: -1)
      let status = try archive.status()
      #expect(status.throttles.map(\.key) == ["api.example#1"])
      #expect(status.lastRun?.outcome == "complete")
      #expect(status.sites.map(\.site.ref) == ["math"])
      #expect(status.sites[0].lastWalk == nil)
    }
  }

  /// The list of sites and a roster may have the same date.
  @Test func aSiteMayChangeInTheSameSecondAsItsRoster() throws {
    try withArchive(sites: [.math, .cooking]) { test in
      try test.publish([.made(1), .made(2)], at: day(1))
      var renamed = Site.math
      renamed.name = "Maths"
      try test.list([renamed, .cooking], at: day(2))
      let changes = try test.publish([.made(1), .made(3)], at: day(2)).changes
      #expect(changes.map(\.kind) == [.joined, .left] || changes.map(\.kind) == [.left, .joined])
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }
}
