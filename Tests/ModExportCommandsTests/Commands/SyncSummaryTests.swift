import FoundationEssentials
import Roster
import Sync
import Testing
import Transport

@testable import ModExportCommands

/// What a run says at its end where it read nothing.
struct SyncSummaryTests {
  private static func text(_ summary: SyncSummary) -> String {
    SyncSummaryPrinter(summary: summary, json: false).text
  }

  @Test func sitesThatNobodyKnowsAreNotNone() {
    let unknown = SyncSummary(.noSites(Fault(.connection, "the connection failed")))
    #expect(Self.text(unknown).hasPrefix("0 sites: which there are to mirror is not known\n"))
    #expect(Self.text(SyncSummary()).hasPrefix("0 sites: nothing to mirror\n"))
    var both = SyncSummary()
    both.sites.complete = 2
    both.add(unknown)
    #expect(Self.text(both).hasPrefix("2 sites: 2 complete\n"))
  }

  /// What servers are asked about new addresses is no run, and is asked again.
  @Test(arguments: [(0, "name them again, with a higher limit."), (7, "run sync again to resume.")])
  func whereNothingWasKeptNothingIsResumed(run: Int, end: String) {
    var summary = SyncSummary()
    (summary.run, summary.stopped) = (run, .requestLimit)
    let ending = SyncSummaryPrinter(summary: summary, json: false).ending(
      at: Date(timeIntervalSince1970: 0))
    #expect(ending?.hasPrefix("Stopped: the limit of --max-requests is reached. ") == true)
    #expect(ending?.hasSuffix(end) == true)
    #expect(ending?.contains("Everything fetched so far is kept") == (run > 0))
  }

  /// Sites with an API of their own have no `--api-url`.
  @Test(arguments: [true, false]) func anAddressToCheckIsOneThatWasGiven(asksSitesAlone: Bool) {
    var summary = SyncSummary()
    summary.asksSitesAlone = asksSitesAlone
    summary.stopped = .unreachable
    let ending = SyncSummaryPrinter(summary: summary, json: false).ending(
      at: Date(timeIntervalSince1970: 0))
    #expect(
      ending
        == (asksSitesAlone
          ? "No site gave a usable answer: check the network and the addresses of the sites, then run sync again."
          : "The API gave no usable answer: check the network and --api-url, then run sync again."))
  }

  /// Above the one line of a mail nothing is listed.
  @Test func whereAddressesLeadElsewhereTheFirstIsNamed() {
    var summary = SyncSummary()
    summary.stopped = .unreachable
    let fault = Fault(.redirected, "it leads to another address")
    summary.problems = ["https://a.example", "https://b.example"].map {
      SyncSummary.Problem(site: SiteRef("discourse", SiteID($0)), .fault(fault))
    }
    let ending = SyncSummaryPrinter(summary: summary, json: false).ending(
      at: Date(timeIntervalSince1970: 0))
    #expect(
      ending
        == "No usable answer: https://a.example: it leads to another address (redirected) and 1 other problem."
    )
  }

  /// Cron sends every line.
  @Test func whatManySitesHaveIsOneLine() {
    func lines(_ names: [String]) -> [String] {
      var summary = SyncSummary()
      summary.problems =
        names.map {
          .init(
            site: SiteRef("stackexchange", SiteID($0)), .fault(Fault(.connection, "it is gone")))
        } + [.init(site: SiteRef("stackexchange", "zoo"), .rules([.duplicateUser]))]
      return SyncSummaryPrinter(summary: summary, json: false).problemLines
    }
    #expect(
      lines(["academia", "android", "anime"]).map { $0.prefix { $0 != ":" } } == [
        "academia", "android", "anime", "zoo",
      ])
    #expect(
      lines(["academia", "android", "anime", "arduino"]) == [
        "academia and 3 other sites: it is gone (connection)",
        "zoo: a moderator is listed twice (duplicate_user)",
      ])
  }
}
