import FoundationEssentials
import Roster
import TestKit
import Testing

/// How long tenures lasted, as far as it is known.
struct TenureLengthTests {
  /// Noon of a day, counted from 1 January 2026.
  private static func noon(_ day: Int) -> Date {
    Date(unixSeconds: 1_767_225_600 + day * 86_400 + 43_200)
  }

  private static func tenure(
    _ absentBefore: Int?, _ firstSeen: Int, _ lastSeen: Int, _ leftAt: Int? = nil
  ) -> TenureBounds {
    TenureBounds(
      beganAfter: absentBefore.map(noon), beganBefore: noon(firstSeen), endedAfter: noon(lastSeen),
      endedBefore: leftAt.map(noon), source: .reading)
  }

  @Test(
    arguments: [
      (tenure(0, 1, 11, 12), 10, 12), (tenure(0, 3, 11, 12), 8, 12),
      (tenure(0, 1, 8, 12), 7, 12), (tenure(nil, 1, 11, 12), 10, nil),
      (tenure(0, 1, 11), 10, 11), (tenure(nil, 1, 1), 0, nil),
      (tenure(0, 1, 1, 2), 0, 2),
    ] as [(TenureBounds, Int, Int?)])
  func aLengthLiesBetweenBounds(tenure: TenureBounds, atLeast: Int, atMost: Int?) {
    #expect(tenure.length.daysAtLeast == atLeast)
    #expect(tenure.length.daysAtMost == atMost)
  }

  @Test func aLengthOfHoursIsRoundedAwayFromWhatIsUnknown() {
    let bounds = LengthBounds(atLeast: 86_399, atMost: 86_401)
    #expect(bounds.daysAtLeast == 0 && bounds.daysAtMost == 2)
  }
}
