import FoundationEssentials
import Synchronization
import Transport

/// Time that passes only where somebody waits: a wait ends at once, and moves the time to its end.
final class SampleTime: TimeSource {
  private let present: Mutex<Date>

  init(_ start: Date) {
    present = Mutex(start)
  }

  var now: Date { present.withLock { $0 } }

  func sleep(until deadline: Date) async throws {
    try Task.checkCancellation()
    present.withLock { $0 = max($0, deadline) }
  }
}
