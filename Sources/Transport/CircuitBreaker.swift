/// Decides when asking further is of no use, whatever is asked for. A pure function of the answers, one
/// for each request that was sent, in the order in which they came.
///
/// | answer | effect |
/// | --- | --- |
/// | good, or refused for a reason of its own | the count begins anew |
/// | throttled, locked out | none: the throttle knows how long to wait |
/// | a refusal that concerns every request | ends the run at once |
/// | any other: no connection, a timeout, not the API, unreadable, a failure of the API's own | counted |
///
/// Requests are counted as they are sent, retries included: with eight in flight a network that swallows
/// packets so ends a run after three timeouts and not after all retries of all sites.
package struct CircuitBreaker: Hashable, Sendable {
  private let mostUnanswered: Int
  private var unanswered = 0

  /// - Parameter mostUnanswered: How many requests in a row without an answer end the run, 1 or more.
  package init(mostUnanswered: Int) {
    self.mostUnanswered = mostUnanswered
  }

  /// Notes what came of one request; returns why the run ends where it does.
  package mutating func note(_ outcome: Outcome) -> Stopped.Reason? {
    switch outcome {
    case .good:
      unanswered = 0
      return nil
    case .throttled, .lockedOut: return nil
    case .temporary(let fault), .permanent(let fault):
      if fault.kind.concernsTheRun { return .refused(fault) }
      if fault.kind == .refused {
        unanswered = 0
        return nil
      }
      unanswered += 1
      return unanswered >= mostUnanswered ? .unanswered(requests: unanswered, last: fault) : nil
    }
  }
}
