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

  /// Writes what was gathered, so that a note comes after it. A failure is thrown by the next call instead.
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

extension ResultStream {
  /// Writes a JSON document.
  func write(_ value: JSONValue) throws {
    try write(value.document)
  }
}

/// Standard error: log lines, the last sentence, and on a terminal one status line that stays below
/// them.
///
/// A message that cannot be written is dropped, and the run continues.
package final class MessageStream: Sendable {
  private let sink: any StreamSink
  private let status = Mutex("")
  /// Back to the line's start, and erase to its end.
  private static let eraseLine = "\r\u{1B}[K"

  /// - Parameter sink: Where standard error goes.
  package init(_ sink: any StreamSink) {
    self.sink = sink
  }

  /// Writes whole lines, line breaks included, above the status line where there is one.
  package func write(_ lines: String) {
    guard !lines.isEmpty else { return }
    status.withLock { status in
      send(status.isEmpty ? lines : Self.eraseLine + lines + status)
    }
  }

  /// Replaces the status line; the empty string removes it. For terminals only.
  package func showStatus(_ line: String) {
    status.withLock { status in
      guard status != line else { return }
      status = line
      send(Self.eraseLine + line)
    }
  }

  private func send(_ text: String) {
    try? sink.write(Array(text.utf8))
  }
}

/// Where the bytes of a standard stream go: a file descriptor, or memory in tests.
package protocol StreamSink: Sendable {
  /// Writes all of it or throws.
  func write(_ bytes: [UInt8]) throws(StreamFailure)

  /// Whether somebody can still read what is written; true where that is unknown.
  var hasReader: Bool { get }
}

extension StreamSink {
  package var hasReader: Bool { true }
}

/// A stream of the program that cannot be written.
package struct StreamFailure: Error, Hashable, Sendable {
  /// The stream as a user knows it, such as `standard output`.
  package var stream: String
  /// The system's words, such as `No space left on device`.
  package var reason: String
  /// Whether the reader went away (`modexport list x | head`), which is no failure but a quiet end.
  package var isClosedPipe = false
}
