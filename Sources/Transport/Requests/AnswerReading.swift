import NIOPosix
import Synchronization

/// Decodes answers outside the cooperative thread pool: a long profile is slow to decode, and one
/// per core would block everything else, the handling of a signal included.
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
    let flag = Flag()
    let answer = try await withTaskCancellationHandler {
      try await NIOThreadPool.singleton.runIfActive {
        $isAbandoned.withValue({ flag.isSet }) { request.read(response) }
      }
    } onCancel: {
      flag.set()
    }
    if answer.payload == nil { try Task.checkCancellation() }
    return answer
  }

  private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
  }
}
