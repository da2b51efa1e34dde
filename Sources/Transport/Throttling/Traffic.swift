import Synchronization

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
}
