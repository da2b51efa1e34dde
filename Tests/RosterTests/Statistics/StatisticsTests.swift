import FoundationEssentials
import Roster
import TestKit
import Testing

/// Figures of hand-made histories, and of random ones counted in the simplest way.
struct StatisticsTests {
  /// Noon of a day, counted from 1 January 2026.
  private static func noon(_ day: Int) -> Date {
    Date(unixSeconds: 1_767_225_600 + day * 86_400 + 43_200)
  }

  private static func tenure(
    _ absentBefore: Int?, _ firstSeen: Int, _ lastSeen: Int, _ leftAt: Int? = nil
  ) -> Tenure {
    Tenure(
      userID: 1, absentBefore: absentBefore.map(noon), firstSeen: noon(firstSeen),
      lastSeen: noon(lastSeen), leftAt: leftAt.map(noon))
  }

  @Test(
    arguments: [
      (tenure(0, 1, 11, 12), 10, 12, true), (tenure(0, 3, 11, 12), 8, 12, false),
      (tenure(0, 1, 8, 12), 7, 12, false), (tenure(nil, 1, 11, 12), 10, nil, false),
      (tenure(0, 1, 11), 10, 11, false), (tenure(nil, 1, 1), 0, nil, false),
      (tenure(0, 1, 1, 2), 0, 2, true),
    ] as [(Tenure, Int, Int?, Bool)])
  func aLengthLiesBetweenBounds(tenure: Tenure, atLeast: Int, atMost: Int?, isExact: Bool) {
    #expect(tenure.length.daysAtLeast == atLeast)
    #expect(tenure.length.daysAtMost == atMost)
    #expect(tenure.isKnownToTheDay == isExact)
  }

  @Test(
    arguments: [
      ([], nil, nil), ([(5, 7)], 5, 7), ([(5, 7), (1, 2)], 3, 4.5), ([(5, nil), (1, 2)], 3, nil),
      ([(5, nil), (1, 2), (2, 9)], 2, 9), ([(1, nil), (1, 2), (2, nil)], 1, nil),
    ] as [([(TimeInterval, TimeInterval?)], TimeInterval?, TimeInterval?)])
  func aMedianHasBounds(
    lengths: [(TimeInterval, TimeInterval?)], atLeast: TimeInterval?, atMost: TimeInterval?
  ) {
    let bounds = lengths.map { (LengthBounds(atLeast: $0.0, atMost: $0.1), 1) }
    let median = LengthBounds.median(of: Dictionary(bounds, uniquingKeysWith: +))
    #expect(median?.atLeast == atLeast)
    #expect(median?.atMost == atMost)
  }

  @Test func aLengthOfHoursIsRoundedAwayFromWhatIsUnknown() {
    let bounds = LengthBounds(atLeast: 86_399, atMost: 86_401)
    #expect(bounds.daysAtLeast == 0 && bounds.daysAtMost == 2)
  }

  /// One site read each noon from day 0 to day 40, one from day 10 to day 20.
  private static let history = TenureHistory(
    sites: [
      TenureHistory.ReadSite("a", first: noon(0), last: noon(40)),
      TenureHistory.ReadSite("b", first: noon(10), last: noon(20)),
    ],
    tenures: [
      .init(site: 0, tenure: tenure(nil, 0, 40), kind: .moderator, isElected: false),
      .init(site: 0, tenure: tenure(nil, 0, 9, 10), kind: .moderator, isElected: true),
      .init(site: 0, tenure: tenure(29, 30, 39, 40), kind: .staff),
      .init(site: 0, tenure: tenure(30, 32, 40), kind: .staff),
      .init(site: 1, tenure: tenure(nil, 10, 20), kind: .moderator),
      .init(site: 1, tenure: tenure(11, 12, 15, 18), kind: .moderator, isElected: false),
    ])

  @Test func theFiguresOfAllSites() {
    let all = Self.history.statistics
    #expect(all.readings == Self.noon(0)...Self.noon(40))
    #expect(all.sites == 2 && all.joined == 3 && all.left == 3 && all.unsure == 0)
    #expect(all.moderators == 3 && all.staff == 1)
    // 40 + 10 + 10 + 8 days of moderators in 40 days, and 10 + 6 in 10 days.
    #expect(all.comparedSites == 2 && all.moderatorTime == 84 * 86_400)
    #expect(all.meanModerators == 1.7 + 1.6)
    #expect(all.turnover == 3 / (1.7 + 1.6))
    #expect(all.meanTime == 84 * 86_400 / (1.7 + 1.6))
    #expect(all.ended.count == 3 && all.ended.exact == 1 && all.ended.openAtStart == 1)
    // Between 9, 9 and 3 days, and without bound, 11 and 7 days.
    #expect(all.ended.median == LengthBounds(atLeast: 9 * 86_400, atMost: 11 * 86_400))
    #expect(all.running.count == 3 && all.running.openAtStart == 2)
    #expect(all.running.median == LengthBounds(atLeast: 10 * 86_400, atMost: nil))
    #expect(all.electedKnown == 1 && all.withoutElected == 1)
  }

  @Test func theFiguresOfGroups() {
    let sites = Self.history.statisticsBySite()
    #expect(sites.map(\.site) == ["a", "b"])
    #expect(sites.map(\.statistics.moderators) == [2, 1])
    #expect(sites.map(\.statistics.electedKnown) == [1, 0])
    #expect(sites[1].statistics.meanModerators == 1.6)
    let kinds = Self.history.statisticsByKind()
    #expect(kinds.map(\.kind) == [.staff, .moderator])
    #expect(kinds.map(\.statistics.left) == [1, 2])
    #expect(kinds.map(\.statistics.sites) == [2, 2])
    #expect(kinds.map(\.statistics.meanModerators) == [0.45, 1.25 + 1.6])
  }

  @Test func theFiguresOfMonths() {
    let months = Self.history.statistics(by: .month)
    #expect(months.map(\.period) == ["2026-01", "2026-02"])
    let (january, february) = (months[0].statistics, months[1].statistics)
    #expect(january.readings == Self.noon(0)...(Self.noon(30) + 43_200))
    #expect(january.joined == 2 && january.left == 2 && january.unsure == 0)
    #expect(january.moderators == 3 && january.staff == 1 && january.sites == 2)
    // 30.5 + 10 + 0.5 days in 30.5 days, and 10 + 6 in 10 days.
    #expect(january.comparedSites == 2 && january.moderatorTime == 57 * 86_400)
    #expect(january.meanModerators == 41 / 30.5 + 1.6)
    #expect(january.ended.median == LengthBounds(atLeast: 6 * 86_400, atMost: nil))
    // The reading before day 32 was on day 30, in January.
    #expect(february.joined == 1 && february.left == 1 && february.unsure == 1)
    // The other site was last read in January.
    #expect(february.sites == 1 && february.comparedSites == 1)
    #expect(february.moderators == 2 && february.staff == 1)
    #expect(february.moderatorTime == 27 * 86_400 && february.meanModerators == 27 / 9.5)
    let years = Self.history.statistics(by: .year)
    #expect(years.map(\.period) == ["2026"])
    #expect(years[0].statistics.joined == 3 && years[0].statistics.moderatorTime == 84 * 86_400)
    #expect(years[0].statistics.meanModerators == 1.7 + 1.6)
    #expect(TenureHistory().statistics(by: .year).isEmpty)
  }

  /// The first reading of a site is no comparison.
  @Test(arguments: [([], [0, 0, 0, 1]), ([70], [0, 0, 1, 1]), ([5, 6, 100], [1, 0, 0, 1])])
  func theSitesThatAreComparedAreCounted(readAgain: [Int], compared: [Int]) {
    let history = TenureHistory(
      sites: [
        .init(
          "a", first: Self.noon(0), last: Self.noon(100), readAgain: readAgain.map(Self.noon))
      ],
      tenures: [.init(site: 0, tenure: Self.tenure(nil, 0, 100), kind: .moderator)])
    let months = history.statistics(by: .month).map(\.statistics)
    #expect(months.map(\.comparedSites) == compared)
    #expect(months.map(\.sites) == [1, 1, 1, 1])
    #expect(months.map(\.moderators) == [1, 1, 1, 1])
    #expect(months.map(\.meanModerators) == compared.map { $0 > 0 ? 1 : nil })
  }

  /// Three moderators at a site that is known for a hundred days, twenty at one that is known for the
  /// last two of these, where two leave, and five at one that was read once.
  private static let unequal = TenureHistory(
    sites: [
      .init("long", first: noon(0), last: noon(100)),
      .init("new", first: noon(98), last: noon(100)),
      .init("once", first: noon(100), last: noon(100)),
    ],
    tenures: Array(
      repeating: .init(site: 0, tenure: tenure(nil, 0, 100), kind: .moderator), count: 3)
      + Array(repeating: .init(site: 1, tenure: tenure(nil, 98, 100), kind: .moderator), count: 18)
      + Array(
        repeating: .init(site: 1, tenure: tenure(nil, 98, 99, 100), kind: .moderator), count: 2)
      + Array(
        repeating: .init(site: 2, tenure: tenure(nil, 100, 100), kind: .moderator), count: 5))

  @Test func eachSiteHasAMeanOverTheTimeInWhichItIsKnown() throws {
    let kind = try #require(Self.unequal.statisticsByKind().first).statistics
    for all in [Self.unequal.statistics, kind] {
      #expect(all.sites == 3 && all.comparedSites == 2 && all.moderators == 26)
      #expect(all.meanModerators == 23 && all.turnover == 2.0 / 23)
      // 3 times 100 days and 20 times 2.
      #expect(all.meanTime == 340.0 / 23 * 86_400)
    }
    let sites = Self.unequal.statisticsBySite().map(\.statistics)
    #expect(sites.map(\.meanModerators) == [3, 20, nil])
    #expect(sites.map(\.turnover) == [0, 0.1, nil])
    let months = Self.unequal.statistics(by: .month).map(\.statistics)
    #expect(months.map(\.sites) == [1, 1, 1, 3])
    #expect(months.map(\.moderators) == [3, 3, 3, 26])
    #expect(months.map(\.comparedSites) == [0, 0, 0, 2])
    #expect(months.map(\.meanModerators) == [nil, nil, nil, 23])
  }

  @Test func aSiteThatWasReadOnceHasNoMean() {
    let history = TenureHistory(
      sites: [.init("a", first: Self.noon(1), last: Self.noon(1))],
      tenures: [.init(site: 0, tenure: Self.tenure(nil, 1, 1), kind: .moderator)])
    #expect(history.statistics.meanModerators == nil && history.statistics.turnover == nil)
    #expect(history.statistics(by: .month).map(\.statistics.moderators) == [1])
  }

  /// The last years that have a form.
  @Test func theEndOfTheCalendarIsReached() {
    let history = TenureHistory(sites: [
      .init("a", first: Date(unixSeconds: .min), last: Date(unixSeconds: .max))
    ])
    let years = history.statistics(by: .year)
    #expect(years.first?.period == "1583" && years.last?.period == "9999")
    #expect(years.count == 8_417)
  }
}
