import FoundationEssentials
import TestKit
import Testing
import Transport

struct RetryPolicyTests {
  static let server = Outcome.temporary(Fault(.server, "internal_error"))
  static let busy = Outcome.temporary(Fault(.server, "busy", retryAfter: 7))
  static let page = Outcome.temporary(Fault(.notTheAPI, "HTML"))
  static let robots = Outcome.temporary(Fault(.notTheAPI, "HTML", isRobotCheck: true))
  static let robotsBusy = Outcome.temporary(
    Fault(.notTheAPI, "HTML", retryAfter: 7, isRobotCheck: true))

  struct Case: Sendable {
    var outcome: Outcome
    var retries: Int
    var random: Double
    var wait: TimeInterval?
  }

  @Test(arguments: [
    Case(outcome: .good, retries: 0, random: 0.5, wait: nil),
    Case(outcome: .permanent(Fault(.refused, "no")), retries: 0, random: 0.5, wait: nil),
    Case(outcome: .throttled, retries: 0, random: 0.5, wait: 0),
    Case(outcome: .lockedOut(seconds: 9), retries: 4, random: 0.5, wait: 0),
    Case(outcome: .lockedOut(seconds: 9), retries: 5, random: 0.5, wait: nil),
    Case(outcome: server, retries: 0, random: 0, wait: 0),
    Case(outcome: server, retries: 0, random: 0.5, wait: 0.25),
    Case(outcome: server, retries: 1, random: 0.5, wait: 0.5),
    Case(outcome: server, retries: 4, random: 0.5, wait: 4),
    Case(outcome: server, retries: 5, random: 0.5, wait: nil),
    Case(outcome: busy, retries: 0, random: 0.5, wait: 0.25),
    Case(outcome: page, retries: 0, random: 0.5, wait: 0.25),
    Case(outcome: page, retries: 4, random: 0.5, wait: 4),
    Case(outcome: page, retries: 5, random: 0.5, wait: nil),
    Case(outcome: robots, retries: 0, random: 0, wait: 30),
    Case(outcome: robots, retries: 4, random: 0.5, wait: 34),
    Case(outcome: robots, retries: 5, random: 0, wait: nil),
    Case(outcome: robotsBusy, retries: 0, random: 0, wait: 0),
  ])
  func theTableDecides(_ example: Case) {
    let policy = RetryPolicy()
    let wait = policy.wait(
      after: example.outcome, retries: example.retries, random: example.random)
    #expect(wait == example.wait)
  }

  @Test func noWaitIsLongerThanAMinute() {
    let policy = RetryPolicy(retries: 100)
    let wait = policy.wait(after: Self.server, retries: 90, random: 0.999)
    #expect(wait.map { $0 < 60 && $0 > 59 } == true)
  }
}

struct RetryingTests {
  private static func request(
    allowance: RetryAllowance? = nil, _ outcome: @escaping @Sendable (Int) -> Outcome
  ) -> Request<Int> {
    Request(label: "x", url: "x", method: "x", allowance: allowance) { response in
      let outcome = outcome(response.status)
      return Answer(outcome, payload: outcome == .good ? response.status : nil)
    }
  }

  /// Answers whose status is the number of the request.
  private static func retrying(_ time: ManualTime) -> (Retrying, ScriptedTransport) {
    let script = ScriptedTransport { _, number in RawResponse(status: number) }
    return (Retrying(script, policy: RetryPolicy(), time: time, random: { 0.5 }), script)
  }

  @Test func waitsGrowUntilAGoodAnswer() async throws {
    let time = ManualTime()
    let (retrying, script) = Self.retrying(time)
    let answer = try await retrying.send(
      Self.request { $0 < 3 ? RetryPolicyTests.server : .good })
    #expect(answer.payload == 3)
    #expect(retrying.traffic.counts.retries == 3)
    #expect(answer.attempts == 4)
    #expect(time.sleeps == [0.25, 0.5, 1])
    #expect(script.requests.count == 4)
  }

  @Test func theLastFailureIsTheAnswer() async throws {
    let (retrying, script) = Self.retrying(ManualTime())
    let answer = try await retrying.send(Self.request { _ in RetryPolicyTests.server })
    #expect(answer.outcome == RetryPolicyTests.server)
    #expect(script.requests.count == 6)
  }

  @Test func aSpentAllowanceEndsTheTries() async throws {
    let time = ManualTime()
    let (retrying, script) = Self.retrying(time)
    let allowance = RetryAllowance(seconds: 0.8)
    let request = Self.request(allowance: allowance) { _ in RetryPolicyTests.server }
    _ = try await retrying.send(request)
    #expect(time.sleeps == [0.25, 0.5])
    _ = try await retrying.send(request)
    #expect(script.requests.count == 4)
  }

  @Test func cancellationIsNotRetried() async throws {
    let script = ScriptedTransport { _, _ in throw CancellationError() }
    let retrying = Retrying(script, policy: RetryPolicy(), time: ManualTime(), random: { 0 })
    await #expect(throws: CancellationError.self) {
      try await retrying.send(Self.request { _ in .good })
    }
    #expect(script.requests.count == 1)
  }
}
