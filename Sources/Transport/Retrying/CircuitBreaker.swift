import Synchronization

/// Ends a run when the API no longer answers any request.
///
/// It is between retry and throttle, so that it sees each request that is sent.
package struct CircuitBreaker: ClientTransport {
  private let next: any ClientTransport
  private let throttle: Throttle
  private let ask: @Sendable (any ClientTransport, Int) async throws -> Outcome?
  private let state: State

  /// The number of consecutive unanswered requests that ends the run.
  package static let mostUnanswered = 20

  /// The state shared by all requests.
  private final class State: Sendable {
    let streak: Mutex<(streak: UnansweredStreak, questions: Int)>

    init(most: Int) {
      streak = Mutex((UnansweredStreak(most: most), 0))
    }
  }

  /// - Parameters:
  ///   - next: The throttle.
  ///   - ask: Sends a test request that does not depend on any site, through the given transport;
  ///     the number from 1 makes each test request different. It returns nil where no such request
  ///     exists, which counts as no answer.
  package init(
    _ next: any ClientTransport, throttle: Throttle,
    ask: @escaping @Sendable (any ClientTransport, Int) async throws -> Outcome?
  ) {
    self.next = next
    self.throttle = throttle
    self.ask = ask
    state = State(most: Self.mostUnanswered)
  }

  /// - Throws: As ``ClientTransport/send(_:)`` does; ``Stopped`` where this unanswered request ends
  ///   the run.
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
