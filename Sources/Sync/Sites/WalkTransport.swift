import FoundationEssentials
import Roster
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

/// Sends the requests of one walk: counts them up to a bound, names their site, and gives them the time for retries
/// that they share.
struct WalkTransport: ClientTransport {
  let next: any ClientTransport
  /// The one that is walked.
  let site: SiteRef
  let requests: WalkCount
  /// The maximum number of requests, retries not counted.
  var most = Int.max
  /// Learns how old answers are.
  let oldest: OldestAnswer
  private let sent = WalkCount()
  private let allowance = RetryAllowance(seconds: SyncOptions.retryAllowance)

  /// - Throws: As the transport that it sends through; ``Fault`` for a request too many.
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    guard sent.add(1) <= most else {
      throw Fault(.tooLarge, "its lists take more than \(most) requests")
    }
    var request = request
    request.site = site
    request.allowance = allowance
    let answer = try await next.send(request)
    requests.add(answer.attempts)
    oldest.note(answer.head?.age ?? 0)
    return answer
  }
}

/// The age of the oldest answer of a walk, which dates all of its pages: a cache answers with what was true then.
final class OldestAnswer: Sendable {
  private let longest = Mutex<TimeInterval>(0)

  /// Seconds; 0 where no answer came from a cache.
  var age: TimeInterval { longest.withLock { $0 } }

  func note(_ age: TimeInterval) {
    longest.withLock { $0 = max($0, age) }
  }
}

extension Fault {
  /// The fault of a cache that answers with what was true before the archive's own.
  init(fromCacheAt date: Date, before latest: String) {
    self.init(
      .notTheAPI, "a cache answers with what was true at \(date.rfc3339), before \(latest) was read"
    )
  }
}
