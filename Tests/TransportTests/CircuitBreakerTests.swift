import Testing
import Transport

struct CircuitBreakerTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// What comes between nineteen lost requests and one more.
    var between: Outcome
    /// Whether that one ends the run.
    var ends: Bool
    var testDescription: String { name }
  }

  static let lost = Fault(.connection, "refused")

  @Test(arguments: [
    Case(name: "nothing else", between: .temporary(lost), ends: true),
    Case(name: "a good answer", between: .good, ends: false),
    Case(name: "a refusal of its own", between: .permanent(Fault(.refused, "no")), ends: false),
    Case(name: "a broken wait", between: .throttled, ends: true),
    Case(name: "a lock-out", between: .lockedOut(seconds: 9), ends: true),
    Case(name: "a timeout", between: .temporary(Fault(.timeout, "")), ends: true),
    Case(name: "a page", between: .temporary(Fault(.notTheAPI, "")), ends: true),
    Case(name: "its own failure", between: .temporary(Fault(.server, "")), ends: true),
    Case(name: "too large", between: .permanent(Fault(.tooLarge, "")), ends: true),
    Case(name: "a redirect", between: .permanent(Fault(.redirected, "")), ends: true),
  ])
  func whatBeginsTheCountAnew(_ example: Case) {
    var breaker = CircuitBreaker(mostUnanswered: 20)
    for _ in 0..<18 { #expect(breaker.note(.temporary(Self.lost)) == nil) }
    let isCounted = example.ends && ![.throttled, .lockedOut(seconds: 9)].contains(example.between)
    if !isCounted { _ = breaker.note(.temporary(Self.lost)) }
    #expect(breaker.note(example.between) == nil)
    let end = Stopped.Reason.unanswered(requests: 20, last: Self.lost)
    #expect(breaker.note(.temporary(Self.lost)) == (example.ends ? end : nil))
  }

  @Test(arguments: Fault.Kind.allCases)
  func whatConcernsTheRunEndsItAtOnce(kind: Fault.Kind) {
    var breaker = CircuitBreaker(mostUnanswered: 20)
    let fault = Fault(kind, "no")
    let ends: Set<Fault.Kind> = [.keyRefused, .keyRequired, .noMethod, .accessDenied]
    #expect(breaker.note(.permanent(fault)) == (ends.contains(kind) ? .refused(fault) : nil))
  }
}
