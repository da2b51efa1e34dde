import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// What statistics are made of, as an archive gives it.
struct TenureHistoryTests {
  @Test func eachSiteHasTheMonthsInWhichItWasReadAgain() throws {
    try withArchive(sites: [.math, .cooking, .made(1)]) { maker in
      for number in [1, 3, 5, 40, 42, 100] { try maker.publish([.made(1)], at: day(number)) }
      try maker.fail([.made(1)], site: "math", at: day(70))
      try maker.publish([.made(9)], site: "cooking", at: day(40))
      let sites = try maker.archive.readSites()
      var histories: [TenureHistory] = []
      try maker.archive.forEachTenureHistory(of: sites) { histories.append($0) }
      #expect(histories.map(\.sites) == sites.map { [$0] })
      let history = TenureHistory(
        sites: sites,
        tenures: histories.enumerated().flatMap { place, history in
          history.tenures.map { .init(site: place, tenure: $0.tenure, kind: $0.kind) }
        })
      #expect(history.sites.map(\.site) == ["cooking", "math"])
      #expect(history.sites.map(\.first) == [day(40), day(1)])
      #expect(history.sites.map(\.last) == [day(40), day(100)])
      #expect(history.sites.map { Set($0.readAgain) } == [[], [day(5), day(42), day(100)]])
      let months = history.statistics(by: .month).map(\.statistics)
      #expect(months.map(\.sites) == [1, 2, 1, 1])
      #expect(months.map(\.comparedSites) == [1, 1, 0, 1])
      #expect(months.map(\.moderators) == [1, 2, 1, 1])
    }
  }
}
