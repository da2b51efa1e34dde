import NIOPosix
import Synchronization

/// Decodes answers one after the other, outside the cooperative thread pool: a long profile is slow to decode, and
/// one per core would block everything else, the handling of a signal included. A body of 6 MiB needs up to twelve
/// times as much memory meanwhile, and a hostile server can send one for each request in flight.
package enum AnswerReading {
  /// Whether the result is no longer needed. Slow decoding checks this from time to time and stops.
  @TaskLocal package static var isAbandoned: @Sendable () -> Bool = { Task.isCancelled }

  /// Decodes an answer on a separate thread.
  ///
  /// - Throws: `CancellationError` where the task was cancelled before or during the decoding, so
  ///   that the result is incomplete.
  static func read<Payload>(
    _ response: RawResponse, of request: Request<Payload>
  ) async throws -> Answer<Payload> {
    let answer = try await withCancellationFlag { flag in
      try await thread.runIfActive {
        $isAbandoned.withValue({ flag.isSet }) { request.read(response) }
      }
    }
    if answer.payload == nil { try Task.checkCancellation() }
    return answer
  }

  /// It lives as long as the process.
  private static let thread: NIOThreadPool = {
    let thread = NIOThreadPool(numberOfThreads: 1)
    thread.start()
    return thread
  }()
}

/// Tells work outside a task that the task was cancelled.
package final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  /// Whether the task was cancelled.
  package var isSet: Bool { flag.load(ordering: .relaxed) }

  fileprivate func set() { flag.store(true, ordering: .relaxed) }
}

/// Runs a body with a flag that is set when the task is cancelled, for work that the body lets others do.
package func withCancellationFlag<Value>(
  _ body: (CancellationFlag) async throws -> Value
) async rethrows -> Value {
  let flag = CancellationFlag()
  return try await withTaskCancellationHandler {
    try await body(flag)
  } onCancel: {
    flag.set()
  }
}
