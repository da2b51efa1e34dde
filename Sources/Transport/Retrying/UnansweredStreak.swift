/// Requests in a row that nobody answered, and what follows from them. A pure function of the answers, one
/// for each request that was sent, in the order in which they came.
///
/// | answer | effect |
/// | --- | --- |
/// | good, or a refusal | the count begins anew |
/// | throttled, locked out | none: the throttle knows how long to wait |
/// | any other: no connection, a timeout, not the API, unreadable, a failure of the API's own | counted |
///
/// Requests are counted as they are sent, retries included: with eight in flight a network that swallows
/// packets so ends a run after three timeouts and not after all retries of all sites. A few sites that the
/// API fails at must not keep all others from their turn, though: when the count is full, something else is
/// asked for, and only where that is not answered either, or where as many different sites were not
/// answered, nobody is asked any more.
package struct UnansweredStreak: Hashable, Sendable {
  private let most: Int
  private var count = 0
  private var sinceAnswer = 0
  private var subjects: Set<String> = []
  private var isAsking = false

  /// What to do after an answer.
  package enum Decision: Hashable, Sendable {
    case goOn
    /// Ask for something that does not depend on any site.
    case ask
    /// Nobody answers: so many requests came to nothing.
    case end(requests: Int)
  }

  /// - Parameter most: How many requests in a row without an answer are too many, 1 or more.
  package init(most: Int) {
    self.most = most
  }

  /// Notes what came of one request about a subject, such as a site.
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

  /// Notes what came of the question that ``Decision/ask`` wants.
  package mutating func note(asked outcome: Outcome) -> Decision {
    isAsking = false
    count = 0
    return outcome.isAnswer == false ? .end(requests: sinceAnswer + 1) : .goOn
  }
}
