/// Where documents go: a file, standard output.
///
/// Writers hand over pieces of some tens of kilobytes, so a sink need not buffer.
package protocol ByteSink: AnyObject {
  /// Takes all the bytes, in order, or throws.
  func write(_ bytes: [UInt8]) throws
}

/// Collects small pieces before they go to a sink.
package struct ByteBuffer {
  private static let limit = 64 << 10

  private let sink: any ByteSink
  /// What is waiting. Writers append here, then call ``drain()``.
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

  /// Hands over what is waiting once it is worth it.
  package mutating func drain() throws {
    if bytes.count >= Self.limit { try flush() }
  }

  /// Hands over everything.
  package mutating func flush() throws {
    guard !bytes.isEmpty else { return }
    try sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
