import FoundationEssentials
import TestKit
import Testing
import Transport

struct UnansweredStreakTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// The outcome between nineteen lost requests and one more.
    var between: Outcome
    /// The effect of one more lost request.
    var decision: UnansweredStreak.Decision
    var testDescription: String { name }
  }

  static let lost = Outcome.temporary(Fault(.connection, "refused"))

  @Test(arguments: [
    Case(name: "nothing else", between: lost, decision: .ask),
    Case(name: "a good answer", between: .good, decision: .goOn),
    Case(name: "a refusal", between: .permanent(Fault(.refused, "no")), decision: .goOn),
    Case(name: "a broken wait", between: .throttled, decision: .goOn),
    Case(name: "a lock-out", between: .lockedOut(seconds: 9), decision: .goOn),
    Case(name: "a timeout", between: .temporary(Fault(.timeout, "")), decision: .ask),
    Case(name: "a page", between: .temporary(Fault(.notTheAPI, "")), decision: .ask),
    Case(name: "its own failure", between: .temporary(Fault(.server, "")), decision: .ask),
    Case(name: "unreadable", between: .temporary(Fault(.undecodable, "")), decision: .ask),
    Case(name: "too large", between: .permanent(Fault(.tooLarge, "")), decision: .ask),
    Case(name: "a redirect", between: .permanent(Fault(.redirected, "")), decision: .ask),
  ])
  func whatIsCounted(_ example: Case) {
    var streak = UnansweredStreak(most: 20)
    for _ in 0..<18 { #expect(streak.note(Self.lost, of: "a") == .goOn) }
    #expect(streak.note(example.between, of: "a") == .goOn)
    #expect(streak.note(Self.lost, of: "a") == example.decision)
  }

  @Test func whatOnlyWaitsIsNoAnswerAndNoLoss() {
    var streak = UnansweredStreak(most: 20)
    for number in 1...19 {
      #expect(streak.note(Self.lost, of: "a") == .goOn)
      #expect(
        streak.note(number.isMultiple(of: 2) ? .throttled : .lockedOut(seconds: 1), of: "a")
          == .goOn)
    }
    #expect(streak.note(Self.lost, of: "a") == .ask)
  }

  /// Only one test request is in flight at a time, and its answer decides.
  @Test(arguments: [
    (Outcome.good, UnansweredStreak.Decision.goOn), (.permanent(Fault(.refused, "")), .goOn),
    (.throttled, .goOn), (lost, .end(requests: 24)),
    (.temporary(Fault(.server, "")), .end(requests: 24)),
  ])
  func theQuestionDecides(outcome: Outcome, decision: UnansweredStreak.Decision) {
    var streak = UnansweredStreak(most: 20)
    for _ in 0..<19 { _ = streak.note(Self.lost, of: "a") }
    #expect(streak.note(Self.lost, of: "a") == .ask)
    for _ in 0..<3 { #expect(streak.note(Self.lost, of: "b") == .goOn) }
    #expect(streak.note(asked: outcome) == decision)
    for _ in 0..<19 { #expect(streak.note(Self.lost, of: "a") == .goOn) }
    #expect(streak.note(Self.lost, of: "a") == .ask)
  }

  /// An answered test request does not help where twenty different sites fail.
  @Test func twentySitesInARowEndIt() {
    var streak = UnansweredStreak(most: 20)
    for site in 1...19 {
      for _ in 0..<3 {
        if streak.note(Self.lost, of: "\(site)") == .ask {
          #expect(streak.note(asked: .good) == .goOn)
        }
      }
    }
    #expect(streak.note(Self.lost, of: "20") == .end(requests: 58))
    var other = streak
    #expect(other.note(.good, of: "20") == .goOn)
    #expect(other.note(Self.lost, of: "21") == .goOn)
  }
}

struct CircuitBreakerTests {
  /// Sends requests about one site one after the other; none is answered.
  private static func ending(
    of fault: Fault, question: Outcome
  ) throws -> (sent: Int, questions: Int, state: ThrottleState, reason: Stopped.Reason?) {
    try Simulation.run(seed: 1) { world in
      let throttle = Throttle(limits: ThrottleLimits(), time: world)
      let script = ScriptedTransport { _, _ in RawResponse(status: 500) }
      let breaker = CircuitBreaker(Throttled(script, throttle: throttle), throttle: throttle) {
        transport, number in
        let request = Request<Int>(label: "question \(number)", url: "", method: "q") { _ in
          Answer(question, payload: question == .good ? 1 : nil)
        }
        return try await transport.send(request).outcome
      }
      let request = Request<Int>(label: "x", url: "", method: "m") { _ in Answer(.temporary(fault))
      }
      for _ in 0..<70 {
        do { _ = try await breaker.send(request) } catch { break }
      }
      let (state, reason) = await throttle.ending
      let questions = script.requests.filter { $0.hasPrefix("question") }
      #expect(Set(questions).count == questions.count)
      return (script.requests.count, questions.count, state, reason)
    }
  }

  @Test(arguments: [true, false])
  func twentyRequestsInARowAndAQuestionEndTheRun(isRobotCheck: Bool) throws {
    let fault = Fault(.notTheAPI, "HTML", isRobotCheck: isRobotCheck)
    let end = try Self.ending(of: fault, question: .temporary(fault))
    #expect(end.sent == 21)
    #expect(end.reason == .unanswered(requests: 21, last: fault))
    // After a robot check the next run waits too.
    #expect((end.state.lockedUntil != nil) == isRobotCheck)
  }

  @Test func whereTheQuestionIsAnsweredTheRunGoesOn() throws {
    let end = try Self.ending(of: Fault(.undecodable, "x"), question: .good)
    #expect(end.sent == 73 && end.questions == 3)
    #expect(end.reason == nil)
  }
}
