package import FoundationEssentials
import Synchronization

/// How long the requests of one site may wait for retries, all together.
package final class RetryAllowance: Sendable {
  private let seconds: Mutex<TimeInterval>

  package init(seconds: TimeInterval) {
    self.seconds = Mutex(seconds)
  }

  /// Takes a wait out of what is left; false, and nothing is taken, where it is more than that.
  package func spend(_ wait: TimeInterval) -> Bool {
    seconds.withLock { left in
      guard wait <= left else { return false }
      left -= wait
      return true
    }
  }
}
