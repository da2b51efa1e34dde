/// Lets a request through when its throttle says so, and tells the throttle what came of it.
package struct Throttled: ClientTransport {
  package let next: any ClientTransport
  private let throttle: @Sendable (String) throws -> Throttle

  /// - Parameter throttles: Those of each host and key.
  package init(_ next: any ClientTransport, throttles: ThrottlePool) {
    self.next = next
    throttle = throttles.throttle
  }

  /// - Parameter throttle: For all requests.
  package init(_ next: any ClientTransport, throttle: Throttle) {
    self.next = next
    self.throttle = { _ in throttle }
  }

  /// A request that was under way when a wait arrived may be refused for it: it goes again after the
  /// wait, as the same attempt.
  ///
  /// - Throws: ``Stopped`` where the throttle lets nothing through any more, or this answer ends the run;
  ///   whatever the loading of an earlier run's state throws.
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

  /// A bound for a server that refuses for ever.
  private static let mostAttempts = 10
}
