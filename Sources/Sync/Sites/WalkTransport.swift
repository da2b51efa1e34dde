import Synchronization
import Transport

/// A counter that the concurrent requests of one walk share.
final class WalkCount: Sendable {
  private let count: Mutex<Int>

  init(_ start: Int = 0) {
    count = Mutex(start)
  }

  var value: Int { count.withLock { $0 } }

  /// Adds to the counter and returns the sum.
  @discardableResult func add(_ number: Int) -> Int {
    count.withLock {
      $0 += number
      return $0
    }
  }
}

/// Sends the requests of one walk: counts them, and gives them the time for retries that they share.
struct WalkTransport: ClientTransport {
  private let next: any ClientTransport
  private let requests: WalkCount
  private let allowance = RetryAllowance(seconds: SyncOptions.retryAllowance)

  init(_ next: any ClientTransport, counting requests: WalkCount) {
    self.next = next
    self.requests = requests
  }

  /// - Throws: As the transport that it sends through.
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    var request = request
    request.allowance = allowance
    let answer = try await next.send(request)
    requests.add(answer.attempts)
    return answer
  }
}
