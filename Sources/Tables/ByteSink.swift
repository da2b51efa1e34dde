/// The destination of documents: a file or standard output.
///
/// Writers hand over pieces of some tens of kilobytes, so a sink need not buffer.
package protocol ByteSink: AnyObject {
  /// Writes all the bytes, in order, or throws.
  func write(_ bytes: [UInt8]) throws
}

/// Collects small pieces before they go to a sink.
package struct ByteBuffer {
  private static let limit = 64 << 10

  private let sink: any ByteSink
  /// The buffer. Writers append to it, then call ``drain()``.
  package var bytes: [UInt8] = []

  /// An empty buffer before a sink.
  package init(to sink: any ByteSink) {
    self.sink = sink
    bytes.reserveCapacity(Self.limit * 2)
  }

  /// Adds the text in UTF-8.
  package mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes the buffer to the sink once it is large enough.
  package mutating func drain() throws {
    if bytes.count >= Self.limit { try flush() }
  }

  /// Writes the whole buffer to the sink.
  package mutating func flush() throws {
    guard !bytes.isEmpty else { return }
    try sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
