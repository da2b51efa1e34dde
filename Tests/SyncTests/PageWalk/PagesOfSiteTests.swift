import FoundationEssentials
import Roster
import Sync
import TestKit
import Testing
import Transport

/// How many pages of one site are asked for at once.
struct PagesOfSiteTests {
  /// The times, in tenths of a second, at which the roster of a site was asked for. Each answer takes as long.
  private static func tenths(of site: SiteID, in run: SyncHarness.Measurement) -> [Int] {
    run.sent.filter { $0.label.contains("site=\(site)&") || $0.label.hasSuffix("site=\(site)") }
      .map { Int(($0.after * 10).rounded()) }
  }

  private static func mostTogether(_ tenths: [Int]) -> Int {
    Dictionary(grouping: tenths, by: \.self).values.map(\.count).max() ?? 0
  }

  @Test(arguments: [(2, 2), (8, 8), (32, 8)])
  func pagesOfOneSiteAreBounded(concurrency: Int, most: Int) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var options = SyncRunTests.options(pageSize: 3)
      options.concurrency = concurrency
      let run = try harness.sync(
        options, limits: ThrottleLimits(rate: 1_000_000, concurrency: concurrency)
      ) { $0.answer(["a": Array(1...60), "b": Array(1...60)], pageSize: 3) }
      #expect(run.summary?.sites.complete == 2)
      let (first, second) = (Self.tenths(of: "a", in: run), Self.tenths(of: "b", in: run))
      // Both readings of 20 pages.
      #expect([first.count, second.count] == [40, 40])
      let together = [first, second].map(Self.mostTogether)
      #expect(together.allSatisfy { $0 <= most })
      // The bound is one of each site: two of them share what may be in flight.
      #expect(Self.mostTogether(first + second) == min(concurrency, 2 * most))
    }
  }
}
