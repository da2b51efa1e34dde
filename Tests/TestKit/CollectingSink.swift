import Tables

/// Collects a document in memory.
package final class CollectingSink: ByteSink {
  /// The document so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds the bytes; never throws.
  package func write(_ bytes: [UInt8]) {
    self.bytes += bytes
  }

  /// The document so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
