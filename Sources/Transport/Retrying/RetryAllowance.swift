package import FoundationEssentials
import Synchronization

/// The total time that the requests of one site may wait for retries.
package final class RetryAllowance: Sendable {
  private let seconds: Mutex<TimeInterval>

  package init(seconds: TimeInterval) {
    self.seconds = Mutex(seconds)
  }

  /// Deducts a wait from the rest; returns false and deducts nothing where it is longer than the
  /// rest.
  package func spend(_ wait: TimeInterval) -> Bool {
    seconds.withLock { left in
      guard wait <= left else { return false }
      left -= wait
      return true
    }
  }
}
