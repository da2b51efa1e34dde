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
  package var isClosedPipe: Bool

  /// A failure of the named stream.
  package init(stream: String, reason: String, isClosedPipe: Bool = false) {
    self.stream = stream
    self.reason = reason
    self.isClosedPipe = isClosedPipe
  }
}
