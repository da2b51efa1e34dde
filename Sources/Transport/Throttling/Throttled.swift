import Synchronization

/// Sends a request when its throttle permits, and reports the answer to the throttle.
package struct Throttled: ClientTransport {
  package let next: any ClientTransport
  private let throttle: @Sendable (String) throws -> Throttle

  /// - Parameter throttles: The throttles of each host and key.
  package init(_ next: any ClientTransport, throttles: ThrottlePool) {
    self.next = next
    throttle = throttles.throttle
  }

  /// - Parameter throttle: The throttle for all requests.
  package init(_ next: any ClientTransport, throttle: Throttle) {
    self.next = next
    self.throttle = { _ in throttle }
  }

  /// A request that was in flight when a wait was announced may be refused for that wait: it is
  /// sent again after the wait, as the same attempt.
  ///
  /// - Throws: ``Stopped`` where the throttle has stopped the run, or this answer stops it; errors
  ///   of loading the state of an earlier run.
  package func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let throttle = try throttle(request.throttleKey)
    var attempts = 0
    while true {
      let permit = try await throttle.permit(for: request.method)
      attempts += 1
      var answer: Answer<Payload>
      do {
        answer = try await next.send(request)
      } catch {
        await throttle.abandon(permit)
        throw error
      }
      answer.attempts = attempts
      let mayGoAgain = try await throttle.settle(permit, with: answer)
      guard mayGoAgain, attempts <= Self.mostAttempts else { return answer }
    }
  }

  /// A limit for a server that refuses forever.
  private static let mostAttempts = 10
}

/// Counts the requests of a run.
package final class Traffic: Sendable {
  /// The counts at one moment.
  package struct Counts: Hashable, Sendable {
    /// Requests sent, retries included.
    package var requests = 0
    /// Retries after a failure.
    package var retries = 0
    /// Answers from the API itself, good or not, answers to retries included.
    package var usable = 0
    /// The remaining quota of the latest answer that reported one.
    package var quotaRemaining: Int?

    package init() {}
  }

  private let storage = Mutex(Counts())

  package init() {}

  package var counts: Counts { storage.withLock { $0 } }

  func note(_ change: (inout Counts) -> Void) {
    storage.withLock { change(&$0) }
  }

  /// Counts one request unless that many were sent. Throttles of several servers count together, so the
  /// question and the count are one step.
  func claimRequest(of limit: Int?) -> Bool {
    storage.withLock { counts in
      if let limit, counts.requests >= limit { return false }
      counts.requests += 1
      return true
    }
  }
}
