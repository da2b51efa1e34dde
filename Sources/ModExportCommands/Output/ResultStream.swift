import Reports
import Synchronization
import Tables

/// Standard output, where results go and nothing else.
///
/// Text is gathered and written in large pieces; `flush` writes the rest. A piece that could not be
/// written is gone: stop there, since a result with a hole in it is worse than one cut short.
package final class ResultStream: Sendable {
  private let sink: any StreamSink
  private let state = Mutex(State())
  private static let pieceSize = 64 << 10

  private struct State {
    var bytes: [UInt8] = []
    /// What `flushBeforeNote` could not report.
    var failure: StreamFailure?
  }

  /// - Parameter sink: Where standard output goes.
  package init(_ sink: any StreamSink) {
    self.sink = sink
  }

  /// Writes text as it is; the caller adds line breaks.
  ///
  /// - Throws: `StreamFailure`. If its `isClosedPipe` is true, the reader has closed the pipe: do not
  ///   catch it, the program then exits without an error.
  package func write(_ text: String) throws {
    try write(text.utf8)
  }

  /// Writes what was gathered, so that a reader sees it now: at the end, and before a wait.
  package func flush() throws {
    let (bytes, failure) = state.withLock { state in
      defer { state = State() }
      return (state.bytes, state.failure)
    }
    if let failure { throw failure }
    if bytes.isEmpty { return }
    try sink.write(bytes)
  }

  /// Writes what was gathered, so that a note stands after it. A failure is thrown by the next call instead.
  package func flushBeforeNote() {
    do {
      try flush()
    } catch let failure as StreamFailure {
      state.withLock { $0.failure = failure }
    } catch {
      // Sinks throw nothing else.
    }
  }

  /// Ends a command that waits for results although nobody can read them: throws `StreamFailure` with
  /// `isClosedPipe` where the reader has closed the pipe.
  package func checkReader() throws {
    guard !sink.hasReader else { return }
    throw StreamFailure(stream: "standard output", reason: "nobody reads it", isClosedPipe: true)
  }

  private func write(_ bytes: some Collection<UInt8>) throws {
    let isFull = try state.withLock { state in
      if let failure = state.failure {
        state.failure = nil
        throw failure
      }
      state.bytes.append(contentsOf: bytes)
      return state.bytes.count >= Self.pieceSize
    }
    if isFull { try flush() }
  }
}

/// Documents go to it piece by piece.
extension ResultStream: ByteSink {
  /// Takes a piece of a document, as `write(_:)` takes text.
  package func write(_ bytes: [UInt8]) throws {
    try write(bytes[...])
  }
}
