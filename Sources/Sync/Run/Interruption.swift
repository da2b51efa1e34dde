import FoundationEssentials
import Transport

/// Runs a body that SIGINT (Ctrl-C), SIGHUP or SIGTERM can end.
///
/// The first signal calls `stop`, which waits for requests in flight, up to a time limit; then the
/// body is cancelled.
///
/// - Parameter signals: The numbers of the signals as they arrive.
/// - Returns: The result of the body, also after a signal, and the number of the signal; nil
///   without one.
/// - Throws: The error of the body.
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

/// The result of one of the two tasks.
private enum Event<Result: Sendable>: Sendable {
  case ended(Result)
  case signal(CInt)
  case nothing
}

extension SyncRun {
  /// Runs to the end, or until a signal arrives: then no further request is sent, pages in flight
  /// can still be recorded for a short time, and the summary contains the number of the signal.
  ///
  /// - Parameter signals: The numbers of the signals as they arrive.
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
  /// Blocks further requests, and waits for requests in flight, at most ``grace`` seconds.
  func finish(for reason: Stopped.Reason) async {
    await throttles.stop(for: reason)
    let deadline = clock.now.addingTimeInterval(Self.grace)
    while await !throttles.isIdle, clock.now < deadline {
      do { try await clock.sleep(seconds: 0.05) } catch { return }
    }
  }

  /// Seconds; chosen so that the process, with closing the archive, ends within two seconds.
  private static let grace = 1.2
}
