import FoundationEssentials
import Testing
import Transport

@Suite struct ThrottleStateTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// Seconds until the end of a lock-out and of the waits of two methods, and the latest of them.
  @Test(
    arguments: [
      (nil, nil, nil, nil, nil), (10, nil, nil, 10, nil), (10, 20, 5, 20, "a"),
      (10, 20, 30, 30, "b"), (20, 20, 5, 20, nil), (-5, -3, nil, nil, nil), (nil, 7, 7, 7, "a"),
      (-5, nil, 4, 4, "b"),
    ] as [(TimeInterval?, TimeInterval?, TimeInterval?, TimeInterval?, String?)])
  func theLatestWaitNamesItsMethod(
    all: TimeInterval?, a: TimeInterval?, b: TimeInterval?, latest: TimeInterval?, method: String?
  ) {
    func date(_ seconds: TimeInterval?) -> Date? { seconds.map(Self.now.addingTimeInterval) }
    var state = ThrottleState(lockedUntil: date(all))
    state.backoffUntil["a"] = date(a)
    state.backoffUntil["b"] = date(b)
    let wait = state.latestWait(after: Self.now)
    #expect(wait?.until == date(latest))
    #expect(wait?.method == method)
    #expect(state.deadline(after: Self.now) == date(latest))
  }

  /// Seconds that a server asks for, and those that it gets.
  @Test(
    arguments: [
      (-5, 0), (0, 0), (0.5, 0.5), (46_472, 46_472), (86_400, 86_400), (86_400.5, 3_600),
      (.infinity, 3_600),
    ] as [(TimeInterval, TimeInterval)])
  func aWaitOfMoreThanADayIsNotBelieved(asked: TimeInterval, wait: TimeInterval) {
    #expect(plausibleWait(asked) == wait)
  }

  /// Seconds from now until the end of a wait, and whether it is plausible with a right clock.
  @Test(
    arguments: [
      (-10, true), (30, true), (86_400, true), (86_500, false), (300_000_000, false),
    ] as [(TimeInterval, Bool)])
  func aWaitOfMoreThanADayIsDropped(seconds: TimeInterval, isKept: Bool) {
    let until = Self.now.addingTimeInterval(seconds)
    let state = ThrottleState(lockedUntil: until, backoffUntil: ["a": until, "b": Self.now])
      .discardingImplausible(at: Self.now)
    #expect(state.lockedUntil == (isKept ? until : nil))
    #expect(state.backoffUntil == (isKept ? ["a": until, "b": Self.now] : ["b": Self.now]))
  }
}
