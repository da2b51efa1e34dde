import FoundationEssentials
import TestKit
import Testing

@testable import Transport

struct PaceTests {
  @Test(arguments: [0.5, 1, 2.5, 20, 30, 1_000], 0..<10)
  func noSecondHoldsMoreThanTheRate(rate: Double, seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var pace = Pace(rate: rate)
    var now = Date(timeIntervalSince1970: 1_000)
    let start = now
    var sends: [Date] = []
    for _ in 0..<Int(max(20, rate * 4)) {
      // Wake-ups are late, and sometimes there is a pause.
      let late = random.chance(10) ? Double.random(in: 0...0.2, using: &random) : 0.0005
      now = max(now, pace.turn(at: now)).addingTimeInterval(late)
      pace.note(now)
      sends.append(now)
    }
    let capacity = max(1, Int(rate))
    for (earlier, later) in zip(sends, sends.dropFirst(capacity)) {
      #expect(later.timeIntervalSince(earlier) > 1, "seed \(seed)")
    }
    #expect(sends[0].timeIntervalSince(start) < 0.3)
  }

  @Test func lateWakeUpsAreMadeUpFor() {
    var pace = Pace(rate: 20)
    let start = Date(timeIntervalSince1970: 1_000)
    var now = start
    for _ in 0..<181 {
      now = max(now, pace.turn(at: now)).addingTimeInterval(0.002)
      pace.note(now)
    }
    #expect(now.timeIntervalSince(start) < 9 * 1.05)
  }

  @Test func requestsAreSpreadAndNotBunched() {
    var pace = Pace(rate: 10)
    let start = Date(timeIntervalSince1970: 1_000)
    pace.note(start)
    #expect(pace.turn(at: start).timeIntervalSince(start) > 0.1)
  }
}
