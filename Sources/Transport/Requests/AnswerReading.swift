import NIOPosix

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
