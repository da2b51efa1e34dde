import Reports
import Synchronization
import Tables

/// Standard output, where results go and nothing else.
///
/// Text is gathered and written in large pieces; `flush` writes the rest. A piece that could not be
/// written is gone: stop there, since a result with a hole in it is worse than one cut short.
package final class ResultStream: Sendable {
  private let sink: any StreamSink
  private let buffer = Mutex<[UInt8]>([])
  private static let pieceSize = 64 << 10

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
    try buffer.withLock { bytes in
      if !bytes.isEmpty { try send(&bytes) }
    }
  }

  /// Ends a command that waits for results although nobody can read them: throws `StreamFailure` with
  /// `isClosedPipe` where the reader has closed the pipe.
  package func checkReader() throws {
    guard !sink.hasReader else { return }
    throw StreamFailure(stream: "standard output", reason: "nobody reads it", isClosedPipe: true)
  }

  private func write(_ bytes: some Collection<UInt8>) throws {
    try buffer.withLock { buffer in
      buffer.append(contentsOf: bytes)
      if buffer.count >= Self.pieceSize { try send(&buffer) }
    }
  }

  private func send(_ bytes: inout [UInt8]) throws {
    let piece = bytes
    bytes.removeAll(keepingCapacity: true)
    try sink.write(piece)
  }
}

/// Documents go to it piece by piece.
extension ResultStream: ByteSink {
  /// Takes a piece of a document, as `write(_:)` takes text.
  package func write(_ bytes: [UInt8]) throws {
    try write(bytes[...])
  }
}
