package import FoundationEssentials
import Synchronization
import Transport

/// Time for sequential tests: a sleep ends immediately, is recorded, and moves the time forward.
package final class ManualTime: TimeSource {
  private let storage: Mutex<(now: Date, sleeps: [TimeInterval])>

  package init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    storage = Mutex((start, []))
  }

  package var now: Date { storage.withLock(\.now) }

  /// Every sleep so far, in seconds.
  package var sleeps: [TimeInterval] { storage.withLock(\.sleeps) }

  package func advance(_ seconds: TimeInterval) {
    storage.withLock { $0.now += seconds }
  }

  package func sleep(until deadline: Date) async throws {
    try Task.checkCancellation()
    storage.withLock { storage in
      storage.sleeps.append(max(0, deadline.timeIntervalSince(storage.now)))
      storage.now = max(storage.now, deadline)
    }
  }
}
