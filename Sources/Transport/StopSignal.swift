package import FoundationEssentials
import Synchronization

/// Signals to all waiting tasks that the run must end, and why.
package final class StopSignal: Sendable {
  private typealias Waiters = [Int: CheckedContinuation<Stopped.Reason, any Error>]

  private struct Storage {
    var reason: Stopped.Reason?
    var waiters: Waiters = [:]
    var cancelled: Set<Int> = []
    var nextID = 0
  }

  private let storage = Mutex(Storage())

  package init() {}

  /// Why the run must end; nil while it continues.
  package var reason: Stopped.Reason? { storage.withLock(\.reason) }

  /// Ends the run. Only the first reason is kept.
  package func fire(_ reason: Stopped.Reason) {
    let waiters = storage.withLock { storage -> Waiters in
      guard storage.reason == nil else { return [:] }
      storage.reason = reason
      defer { storage.waiters = [:] }
      return storage.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: reason) }
  }

  /// Waits for the end of the run.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  func wait() async throws -> Stopped.Reason {
    let id = storage.withLock { storage in
      storage.nextID += 1
      return storage.nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { enter(id, $0) }
    } onCancel: {
      leave(id)
    }
  }

  private func enter(_ id: Int, _ waiter: CheckedContinuation<Stopped.Reason, any Error>) {
    let result = storage.withLock { storage -> Result<Stopped.Reason, any Error>? in
      if let reason = storage.reason { return .success(reason) }
      if storage.cancelled.remove(id) != nil { return .failure(CancellationError()) }
      storage.waiters[id] = waiter
      return nil
    }
    if let result { waiter.resume(with: result) }
  }

  private func leave(_ id: Int) {
    let waiter = storage.withLock { storage in
      let waiter = storage.waiters.removeValue(forKey: id)
      if waiter == nil, storage.reason == nil { storage.cancelled.insert(id) }
      return waiter
    }
    waiter?.resume(throwing: CancellationError())
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
