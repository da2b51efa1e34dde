import Synchronization

/// What a run has asked of the network so far, counted where it happens.
package final class Traffic: Sendable {
  /// The counts at one moment.
  package struct Counts: Hashable, Sendable {
    /// Requests sent, retries included.
    package var requests = 0
    /// Requests sent again after a failure.
    package var retries = 0
    /// Answers that were the API's own, good or not, those to requests that went again included.
    package var usable = 0
    /// What the latest answer that told the quota said of it.
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
