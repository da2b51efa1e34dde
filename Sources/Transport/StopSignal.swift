package import FoundationEssentials
import Synchronization

/// Signals to all waiting tasks that the run must end, and why.
package final class StopSignal: Sendable {
  private struct Storage {
    var reason: Stopped.Reason?
    var waiters: [Int: AsyncStream<Stopped.Reason>.Continuation] = [:]
    var nextID = 0
  }

  private let storage = Mutex(Storage())

  package init() {}

  /// Why the run must end; nil while it continues.
  package var reason: Stopped.Reason? { storage.withLock(\.reason) }

  /// Ends the run. Only the first reason is kept.
  package func fire(_ reason: Stopped.Reason) {
    let waiters = storage.withLock { storage in
      storage.reason = storage.reason ?? reason
      defer { storage.waiters = [:] }
      return storage.waiters
    }
    for waiter in waiters.values { waiter.yield(reason) }
  }

  /// Waits for the end of the run.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func wait() async throws -> Stopped.Reason {
    let (reasons, waiter) = AsyncStream.makeStream(of: Stopped.Reason.self)
    let (reason, id) = storage.withLock { storage in
      storage.nextID += 1
      if storage.reason == nil { storage.waiters[storage.nextID] = waiter }
      return (storage.reason, storage.nextID)
    }
    if let reason { return reason }
    defer { storage.withLock { _ = $0.waiters.removeValue(forKey: id) } }
    for await reason in reasons { return reason }
    throw CancellationError()
  }
}

/// A time source whose waits end as soon as the run must end.
package struct StoppableTime: TimeSource {
  private let base: any TimeSource
  private let signal: StopSignal

  package init(_ base: any TimeSource, until signal: StopSignal) {
    self.base = base
    self.signal = signal
  }

  package var now: Date { base.now }

  /// - Throws: ``Stopped`` as soon as the run must end; `CancellationError`.
  package func sleep(until deadline: Date) async throws {
    if let reason = signal.reason { throw Stopped(reason) }
    guard deadline > base.now else { return try Task.checkCancellation() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await base.sleep(until: deadline) }
      group.addTask { throw Stopped(try await signal.wait()) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
