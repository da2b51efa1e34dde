import UnixSignals

/// Runs a body that Ctrl-C and a termination signal may end.
///
/// The first signal calls `stop`, which lets what is in hand come to its end and returns when it has,
/// or when nobody should wait longer; then the body is cancelled.
///
/// - Returns: What the body returns, also after a signal.
/// - Throws: What the body throws.
func withInterruption<Result: Sendable>(
  stop: @escaping @Sendable (CInt) async -> Void,
  _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
  return try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      for await signal in signals {
        await stop(signal.rawValue)
        break
      }
      return nil
    }
    while let finished = try await group.next() {
      group.cancelAll()
      if let finished { return finished }
    }
    throw CancellationError()
  }
}
