import Testing

@testable import SampleNetwork

struct CycleTests {
  @Test func anEventHappensLessOftenAfterTheFirstDays() {
    // On days 10, 50 and 90; then every 480 days.
    let cycle = Cycle(first: 10, period: 40)
    #expect(
      [9, 10, 89, 90, 130, 569, 570, 1_050].map(cycle.turns(by:)) == [0, 1, 2, 3, 3, 3, 4, 5])
    #expect([9, 10, 89, 569, 570].map(cycle.latest(by:)) == [nil, 10, 50, 90, 570])
  }

  @Test func anEventThatDoesNotSlowDownGoesOn() {
    let cycle = Cycle(first: 10, period: 40, slowsDown: false)
    #expect([9, 130, 569, 570, 1_050].map(cycle.turns(by:)) == [0, 4, 14, 15, 27])
    #expect([9, 570, 1_069].map(cycle.latest(by:)) == [nil, 570, 1_050])
  }
}
