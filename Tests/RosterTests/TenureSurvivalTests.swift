import Foundation
import Roster
import TestKit
import Testing

struct TenureSurvivalTests {
  private func tenure(_ absent: Int?, _ first: Int, _ last: Int, left: Int? = nil) -> TenureBounds {
    func date(_ day: Int) -> Date { Date(unixSeconds: day * 86_400) }
    return TenureBounds(
      beganAfter: absent.map(date), beganBefore: date(first), endedAfter: date(last),
      endedBefore: left.map(date), source: .reading)
  }

  /// Twelve people who joined on day 10, known to the day: two left after 5 days, one was last seen after 8,
  /// and nine after 30.
  @Test func theEstimateIsTheOneByHand() throws {
    var stays = TenureSurvival()
    for _ in 0..<2 { stays.add(tenure(10, 10, 15, left: 15)) }
    stays.add(tenure(10, 10, 18))
    for _ in 0..<9 { stays.add(tenure(10, 10, 40)) }
    // 12 are left at first; after 5 days 10 of 12; then 9 are fewer than what a curve needs.
    #expect(stays.points.map(\.day) == [0, 5, 8])
    #expect(stays.points.map { ($0.atLeast * 12).rounded() } == [12, 10, 10])
    #expect(stays.points.allSatisfy { $0.atLeast == $0.atMost })
    #expect(stays.count == 12 && stays.ended == 2)
    #expect(stays.days(untilPart: 0.5) == nil)
    #expect(stays.days(untilPart: 0.9) == 5...5)
  }

  /// Of 20 who joined, 8 left after 10 to 20 days, 4 after 30 to 40; one was last seen after 25 to 30 days.
  @Test func boundsFollowFromTheReadings() {
    var stays = TenureSurvival()
    for _ in 0..<8 { stays.add(tenure(0, 5, 15, left: 20)) }
    stays.add(tenure(0, 5, 30))
    for _ in 0..<4 { stays.add(tenure(0, 5, 35, left: 40)) }
    for _ in 0..<7 { stays.add(tenure(0, 5, 100)) }
    // 20 at first, 12 after the first eight, 11 after the one that is last seen: 12/20 × 7/11.
    let part = 12.0 / 20 * 7 / 11
    #expect(stays.points.map(\.day) == [0, 10, 20, 30])
    #expect(stays.points.dropLast().map(\.atLeast) == [1, 0.6, 0.6])
    #expect(stays.points.map(\.atMost) == [1, 1, 0.6, 0.6])
    #expect(stays.days(untilPart: 0.5) == nil)
    #expect(abs((stays.points.last?.atLeast ?? 0) - part) < 1e-9)
    #expect(stays.days(untilPart: 0.6) == 10...20)
  }

  @Test func tenuresFromBeforeTheFirstReadingSayNothing() {
    var stays = TenureSurvival()
    for _ in 0..<50 { stays.add(tenure(nil, 5, 15, left: 20)) }
    #expect(stays.count == 0 && stays.points.isEmpty && stays.since == nil)
  }

  @Test func aLogNarrowsTheBounds() {
    var stays = TenureSurvival()
    for _ in 0..<20 { stays.add(tenure(4, 4, 54, left: 54)) }
    #expect(stays.days(untilPart: 0.5) == 50...50)
  }

  /// People who stay by chance, read every so many days over years: the half-life lies between the bounds, but
  /// for chance and for those whom no reading saw.
  @Test(arguments: [1, 10, 30])
  func theHalfLifeOfASimulationIsFound(readEvery pause: Int) throws {
    var random = SeededRandom(seed: 7)
    let (halfLife, days) = (300.0, 1_500)
    var stays = TenureSurvival()
    for _ in 0..<6_000 {
      let begin = Int.random(in: 1..<days, using: &random)
      let chance = Double.random(in: 0.000_001..<1, using: &random)
      let end = begin + Int((-halfLife * log2(chance)).rounded(.up))
      // Seen by the readings from the beginning on, and before the end.
      let first = (begin + pause - 1) / pause * pause
      let last = min((end - 1) / pause * pause, days / pause * pause)
      guard first <= last, first > 0 else { continue }
      let left = last + pause <= days / pause * pause ? last + pause : nil
      stays.add(tenure(first - pause, first, last, left: left))
    }
    let found = try #require(stays.days(untilPart: 0.5))
    #expect(Double(found.lowerBound) < halfLife * 1.05)
    #expect(Double(found.upperBound) > halfLife * 0.95)
    #expect(found.count <= 3 * pause + 2)
    // A curve falls, and keeps its edges in order.
    let points = stays.points
    #expect(points.allSatisfy { $0.atLeast <= $0.atMost })
    #expect(
      zip(points, points.dropFirst()).allSatisfy {
        $0.atLeast >= $1.atLeast && $0.atMost >= $1.atMost
      })
  }
}
