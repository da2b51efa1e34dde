/// Counts consecutive unanswered requests and decides what to do. A pure function of the outcomes
/// of all requests in the order of their arrival.
///
/// | answer | effect |
/// | --- | --- |
/// | good, or a refusal | the count is reset |
/// | throttled, locked out | none: the throttle knows how long to wait |
/// | any other: no connection, a timeout, not the API, unreadable, a failure of the API's own | counted |
///
/// Retries count too: with eight requests in flight, a network that drops packets ends a run after
/// three timeouts and not after all retries of all sites. A few sites for which the API fails must
/// not block the others, though: when the count reaches its limit, a test request is sent, and the
/// run ends only where that is not answered either, or where the number of different sites without
/// an answer reaches the same limit.
package struct UnansweredStreak: Hashable, Sendable {
  private let most: Int
  private var count = 0
  private var sinceAnswer = 0
  private var subjects: Set<String> = []
  private var isAsking = false

  /// What to do after an answer.
  package enum Decision: Hashable, Sendable {
    case goOn
    /// Send a test request that does not depend on any site.
    case ask
    /// The API does not answer: this many requests failed.
    case end(requests: Int)
  }

  /// - Parameter most: The number of consecutive unanswered requests that ends the run, 1 or more.
  package init(most: Int) {
    self.most = most
  }

  /// Records the outcome of one request about a subject, such as a site.
  package mutating func note(_ outcome: Outcome, of subject: String) -> Decision {
    guard let isAnswer = outcome.isAnswer else { return .goOn }
    if isAnswer {
      (count, sinceAnswer, subjects) = (0, 0, [])
      return .goOn
    }
    count += 1
    sinceAnswer += 1
    subjects.insert(subject)
    if subjects.count >= most { return .end(requests: sinceAnswer) }
    guard count >= most, !isAsking else { return .goOn }
    isAsking = true
    return .ask
  }

  /// Records the outcome of the test request of ``Decision/ask``.
  package mutating func note(asked outcome: Outcome) -> Decision {
    isAsking = false
    count = 0
    return outcome.isAnswer == false ? .end(requests: sinceAnswer + 1) : .goOn
  }
}
