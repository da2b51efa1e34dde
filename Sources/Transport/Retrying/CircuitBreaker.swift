import Synchronization

/// Ends a run when nobody answers any more, whatever is asked for.
///
/// It stands between retry and throttle, so that it sees each request that is sent.
package struct CircuitBreaker: ClientTransport {
  private let next: any ClientTransport
  private let throttle: Throttle
  private let ask: @Sendable (any ClientTransport, Int) async throws -> Outcome?
  private let state: State

  /// Requests in a row without an answer that are too many.
  package static let mostUnanswered = 20

  /// What all requests share.
  private final class State: Sendable {
    let streak: Mutex<(streak: UnansweredStreak, questions: Int)>

    init(most: Int) {
      streak = Mutex((UnansweredStreak(most: most), 0))
    }
  }

  /// - Parameters:
  ///   - next: Sends requests through the throttle.
  ///   - ask: Asks for something that does not depend on any site; it is given what sends it, and a
  ///     number from 1, so that no two questions are the same request. nil where there is nothing to ask for,
  ///     which counts as no answer.
  package init(
    _ next: any ClientTransport, throttle: Throttle,
    ask: @escaping @Sendable (any ClientTransport, Int) async throws -> Outcome?
  ) {
    self.next = next
    self.throttle = throttle
    self.ask = ask
    state = State(most: Self.mostUnanswered)
  }

  /// - Throws: As ``ClientTransport/send(_:)`` does; ``Stopped`` where this was one request too many.
  package func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let answer = try await next.send(request)
    let (decision, number) = state.streak.withLock { state in
      let decision = state.streak.note(answer.outcome, of: request.subject)
      if decision == .ask { state.questions += 1 }
      return (decision, state.questions)
    }
    try await carry(out: decision, after: answer.outcome)
    if decision == .ask {
      let outcome = try await ask(next, number) ?? answer.outcome
      let decision = state.streak.withLock { $0.streak.note(asked: outcome) }
      try await carry(out: decision, after: outcome)
    }
    return answer
  }

  private func carry(
    out decision: UnansweredStreak.Decision, after outcome: Outcome
  ) async throws {
    guard case .end(let requests) = decision, let fault = outcome.fault else { return }
    let reason = Stopped.Reason.unanswered(requests: requests, last: fault)
    await throttle.stop(for: reason)
    throw Stopped(reason)
  }
}
