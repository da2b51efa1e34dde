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
    let flag = CancellationFlag()
    let answer = try await withTaskCancellationHandler {
      try await thread.runIfActive {
        $isAbandoned.withValue({ flag.isSet }) { request.read(response) }
      }
    } onCancel: {
      flag.set()
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
private final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  /// Whether the task was cancelled.
  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}
