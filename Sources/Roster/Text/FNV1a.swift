/// The 64-bit FNV-1a hash: fast, and the same on every machine. It is not collision resistant.
package enum FNV1a {
  /// The hash of the bytes of a text in UTF-8.
  package static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
