import Synchronization

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
