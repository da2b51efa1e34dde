/// The 64-bit FNV-1a hash of bytes: fast, and the same on every machine. It is not collision
/// resistant.
package struct FNV1a {
  /// The hash of the bytes so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of no bytes.
  package init() {}

  /// The hash of the bytes of a text in UTF-8.
  package static func hash(_ text: String) -> UInt64 {
    var hash = FNV1a()
    hash.combine(text.utf8.span)
    return hash.value
  }

  /// Adds one byte.
  package mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// Adds bytes.
  package mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { combine(byte) }
  }

  /// Adds bytes that lie one after the other, which takes a fraction of the time.
  package mutating func combine(_ bytes: Span<UInt8>) {
    for index in bytes.indices { combine(bytes[index]) }
  }
}
