import FoundationEssentials
import Transport

/// Runs a body that Ctrl-C, a hang-up and a termination signal may end.
///
/// The first signal calls `stop`, which lets what is in hand come to its end and returns when it has,
/// or when nobody should wait longer; then the body is cancelled.
///
/// - Parameter signals: The numbers of the signals as they come.
/// - Returns: What the body returns, also after a signal, and the number of the signal that came.
/// - Throws: What the body throws.
package func withInterruption<Result: Sendable, Signals: AsyncSequence & Sendable>(
  by signals: Signals, stop: @escaping @Sendable (CInt) async -> Void,
  _ body: @escaping @Sendable () async throws -> Result
) async throws -> (result: Result, signal: CInt?)
where Signals.Element == CInt, Signals.Failure == Never {
  try await withThrowingTaskGroup(of: Event<Result>.self) { group in
    group.addTask { .ended(try await body()) }
    group.addTask {
      for await signal in signals {
        await stop(signal)
        return .signal(signal)
      }
      return .nothing
    }
    var heard: CInt?
    while let event = try await group.next() {
      group.cancelAll()
      switch event {
      case .ended(let result): return (result, heard)
      case .signal(let signal): heard = signal
      case .nothing: break
      }
    }
    throw CancellationError()
  }
}

/// What one of the two tasks came to.
private enum Event<Result: Sendable>: Sendable {
  case ended(Result)
  case signal(CInt)
  case nothing
}

extension SyncRun {
  /// Runs to the end, or until a signal comes: then nothing further is sent, what is under way has a moment
  /// to be recorded, and the summary says which signal it was.
  ///
  /// - Parameter signals: The numbers of the signals as they come.
  /// - Throws: As ``run()`` does.
  package func run<Signals: AsyncSequence & Sendable>(
    until signals: Signals
  ) async throws -> SyncSummary where Signals.Element == CInt, Signals.Failure == Never {
    try await withInterruption(by: signals, stop: { await requests.finish(for: .signal($0)) }) {
      try await run()
    }.result
  }
}

extension RequestStack {
  /// Lets nothing further through, and waits for what is under way, ``grace`` seconds at the most.
  func finish(for reason: Stopped.Reason) async {
    await throttles.stop(for: reason)
    let deadline = clock.now.addingTimeInterval(Self.grace)
    while await !throttles.isIdle, clock.now < deadline {
      do { try await clock.sleep(seconds: 0.05) } catch { return }
    }
  }

  /// Seconds. Together with closing the archive, the process ends within two.
  private static let grace = 1.2
}
