import UnixSignals

/// Runs a body that Ctrl-C, a hang-up and a termination signal may end.
///
/// The first signal calls `stop`, which lets what is in hand come to its end and returns when it has,
/// or when nobody should wait longer; then the body is cancelled. A hang-up that whoever started the
/// program told it to ignore, as `nohup` does, stays ignored.
///
/// - Returns: What the body returns, also after a signal, and the number of the signal that came.
/// - Throws: What the body throws.
func withInterruption<Result: Sendable>(
  stop: @escaping @Sendable (CInt) async -> Void,
  _ body: @escaping @Sendable () async throws -> Result
) async throws -> (result: Result, signal: CInt?) {
  let hangUp: [UnixSignal] = System.ignoresHangUp ? [] : [.sighup]
  let signals = await UnixSignalsSequence(trapping: [.sigint, .sigterm] + hangUp)
  return try await withThrowingTaskGroup(of: Event<Result>.self) { group in
    group.addTask { .ended(try await body()) }
    group.addTask {
      for await signal in signals {
        await stop(signal.rawValue)
        return .signal(signal.rawValue)
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
