import NIOPosix
import Synchronization

/// Reads answers beside the tasks of the run: a long profile takes its time, and as many of them as there
/// are cores would keep everything else from running, the answer to a signal included.
package enum AnswerReading {
  /// Whether the answer is no longer wanted. Whoever reads a long one asks now and then and leaves it.
  @TaskLocal package static var isAbandoned: @Sendable () -> Bool = { Task.isCancelled }

  /// Reads an answer on a thread of its own.
  ///
  /// - Throws: `CancellationError` where the task was cancelled before the reading began or while it went
  ///   on, so that it is not whole.
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
