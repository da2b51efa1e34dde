import FoundationEssentials
import Roster
import TestKit
import Testing

/// Random sites whose truth is known: the bounds hold it, and the counts are those of a count of every
/// roster.
struct StatisticsPropertyTests {
  /// One person at one site, in days since the beginning of 2026.
  private struct Person {
    var site: Int
    var joined: Double
    var left: Double
    var kind: Moderator.Kind
  }

  private struct World {
    /// The days on which each site was read.
    var readings: [[Double]]
    var people: [Person]

    init(_ random: inout SeededRandom) {
      readings = (0..<3).map { _ in
        let start = Double.random(in: 0..<200, using: &random)
        var days = [start]
        for _ in 0..<Int.random(in: 1...60, using: &random) {
          // Some sites are not read in every month.
          let gap = random.chance(5) ? 40.0...90 : 0.1...12
          days.append(days[days.count - 1] + Double.random(in: gap, using: &random))
        }
        return days
      }
      people = (0..<40).map { _ in
        let joined = Double.random(in: -300..<500, using: &random)
        return Person(
          site: Int.random(in: 0..<3, using: &random), joined: joined,
          left: joined + Double.random(in: 1...400, using: &random),
          kind: random.chance(20) ? .staff : .moderator)
      }
    }

    /// The history as readings see it, with the true length of each tenure, in seconds.
    var history: (history: TenureHistory, lengths: [TimeInterval]) {
      var history = TenureHistory()
      var lengths: [TimeInterval] = []
      for (index, days) in readings.enumerated() {
        history.sites.append(
          .init(
            SiteRef("s", "site\(index)"), first: Self.date(days[0]),
            last: Self.date(days[days.count - 1]), readAgain: days.dropFirst().map(Self.date)))
      }
      for person in people {
        let days = readings[person.site]
        let seen = days.indices.filter { person.joined <= days[$0] && days[$0] < person.left }
        guard let first = seen.first, let last = seen.last else { continue }
        let tenure = Tenure(
          userID: lengths.count, absentBefore: first > 0 ? Self.date(days[first - 1]) : nil,
          firstSeen: Self.date(days[first]), lastSeen: Self.date(days[last]),
          leftAt: last + 1 < days.count ? Self.date(days[last + 1]) : nil)
        history.tenures.append(.init(site: person.site, tenure: tenure, kind: person.kind))
        lengths.append((person.left - person.joined) * 86_400)
      }
      return (history, lengths)
    }

    static func date(_ day: Double) -> Date {
      Date(timeIntervalSince1970: 1_767_225_600 + day * 86_400)
    }

    /// The size of a roster from each of its readings to the next, counted anew each time, and the
    /// time between the readings.
    func time(
      of site: Int, from start: Date, to end: Date
    ) -> (moderators: TimeInterval, known: TimeInterval) {
      var (sum, known) = (0.0, 0.0)
      for (day, next) in zip(readings[site], readings[site].dropFirst()) {
        let span = max(0, min(Self.date(next), end).timeIntervalSince(max(Self.date(day), start)))
        sum += Double(roster(site, day).count) * span
        known += span
      }
      return (sum, known)
    }

    /// The sites with a reading in a time, and one before it.
    func compared(from start: Date, to end: Date) -> [Int] {
      readings.indices.filter { site in
        readings[site].dropFirst().contains { start <= Self.date($0) && Self.date($0) < end }
      }
    }

    /// The sites with a roster that is known in a time.
    func known(from start: Date, to end: Date) -> [Int] {
      readings.indices.filter { site in
        readings[site].contains { Self.date($0) < end }
          && readings[site].contains { Self.date($0) >= start }
      }
    }

    func roster(_ site: Int, _ day: Double) -> [Person] {
      people.filter { $0.site == site && $0.joined <= day && day < $0.left }
    }

    /// The latest rosters of sites before a moment.
    func moderators(of sites: [Int], at date: Date) -> [Person] {
      sites.flatMap { site in
        readings[site].last { Self.date($0) < date }.map { roster(site, $0) } ?? []
      }
    }
  }

  private func median(_ numbers: [TimeInterval]) -> TimeInterval {
    let sorted = numbers.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func theTrueMedianLiesBetweenTheBounds(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (history, lengths) = World(&random).history
    let ended = zip(history.tenures, lengths).filter { $0.0.tenure.leftAt != nil }.map(\.1)
    let found = history.statistics.ended.median
    #expect((found == nil) == ended.isEmpty, "seed \(seed)")
    guard let found else { return }
    #expect(found.atLeast <= median(ended), "seed \(seed)")
    #expect(median(ended) <= found.atMost ?? .infinity, "seed \(seed)")
  }

  @Test(arguments: 0..<100 as Range<UInt64>, [StatisticsGrouping.year, .month])
  func periodsAreCountedRosterByRoster(seed: UInt64, period: StatisticsGrouping) throws {
    var random = SeededRandom(seed: seed)
    let world = World(&random)
    let history = world.history.history
    let (all, rows) = (history.statistics, history.statistics(by: period))
    for (name, row) in rows {
      let start = try #require(
        Date(dayOrInstant: "\(name)\(period == .year ? "-01" : "")-01T00:00:00Z"))
      let next = rows.first { $0.period > name }?.period
      let end =
        next.flatMap {
          Date(dayOrInstant: "\($0)\(period == .year ? "-01" : "")-01T00:00:00Z")
        } ?? Date(unixSeconds: .max)
      let known = world.known(from: start, to: end)
      #expect(row.sites == known.count, "seed \(seed), \(name)")
      let present = world.moderators(of: known, at: end)
      #expect(row.moderators == present.count, "seed \(seed), \(name)")
      #expect(row.staff == present.count { $0.kind == .staff }, "seed \(seed), \(name)")
      expect(row, world, from: start, to: end, "seed \(seed), \(name)")
      let tenures = history.tenures.map(\.tenure)
      let joined = tenures.filter {
        $0.absentBefore != nil && start <= $0.firstSeen && $0.firstSeen < end
      }
      let left = tenures.filter { tenure in
        tenure.leftAt.map { start <= $0 && $0 < end } ?? false
      }
      #expect(row.joined == joined.count && row.left == left.count, "seed \(seed), \(name)")
      let unsure =
        joined.count { $0.absentBefore.map { $0 < start } ?? false }
        + left.count { $0.lastSeen < start }
      #expect(row.unsure == unsure, "seed \(seed), \(name)")
      let lengths = Dictionary(left.map { ($0.length, 1) }, uniquingKeysWith: +)
      #expect(row.ended.median == LengthBounds.median(of: lengths), "seed \(seed)")
    }
    #expect(rows.map(\.statistics.joined).reduce(0, +) == all.joined, "seed \(seed)")
    #expect(rows.map(\.statistics.left).reduce(0, +) == all.left, "seed \(seed)")
    expect(all, world, from: .distantPast, to: .distantFuture, "seed \(seed)")
  }

  /// The mean of the sites that are compared.
  private func expect(
    _ found: TenureStatistics, _ world: World, from start: Date, to end: Date, _ words: Comment
  ) {
    let compared = world.compared(from: start, to: end)
    let times = compared.map { world.time(of: $0, from: start, to: end) }
    let mean = times.map { $0.moderators / $0.known }.reduce(0, +)
    #expect(found.comparedSites == compared.count, words)
    #expect(abs(found.moderatorTime - times.map(\.moderators).reduce(0, +)) < 1, words)
    #expect(abs((found.meanModerators ?? 0) - mean) < 1e-6, words)
    #expect((found.meanModerators == nil) == compared.isEmpty, words)
  }
}
