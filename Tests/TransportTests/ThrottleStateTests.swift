import FoundationEssentials
import Testing
import Transport

@Suite struct ThrottleStateTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Seconds from now until the end of a wait, and whether it can have been told by a clock that was
  /// right.
  @Test(
    arguments: [
      (-10, true), (30, true), (86_400, true), (86_500, false), (300_000_000, false),
    ] as [(TimeInterval, Bool)])
  func aWaitOfMoreThanADayIsDropped(seconds: TimeInterval, isKept: Bool) {
    let until = Self.now.addingTimeInterval(seconds)
    let state = ThrottleState(lockedUntil: until, backoffUntil: ["a": until, "b": Self.now])
      .believable(at: Self.now)
    #expect(state.lockedUntil == (isKept ? until : nil))
    #expect(state.backoffUntil == (isKept ? ["a": until, "b": Self.now] : ["b": Self.now]))
  }
}
