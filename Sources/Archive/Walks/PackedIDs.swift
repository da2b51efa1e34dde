import FoundationEssentials

/// The user ids of a page in their order, packed as differences: ids in order of creation take two
/// bytes each. Archives store them as long as the evidence, so the format never changes.
///
/// A difference is written in groups of seven bits, lowest first; the highest bit of a byte is set
/// where another byte follows. The lowest bit of a difference is its sign.
enum PackedIDs {
  static func pack(_ ids: [Int]) -> Data {
    var bytes: [UInt8] = []
    var previous = 0
    for id in ids {
      append(id &- previous, to: &bytes)
      previous = id
    }
    return Data(bytes)
  }

  /// Returns nil where the bytes are not a valid list.
  static func unpack(_ data: Data) -> [Int]? {
    var rest = Array(data)[...]
    var ids: [Int] = []
    var previous = 0
    while !rest.isEmpty {
      guard let difference = number(&rest) else { return nil }
      previous = previous &+ difference
      ids.append(previous)
    }
    return ids
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1)))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = bytes.popFirst(), shift < 64 {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(truncatingIfNeeded: value >> 1) ^ -Int(value & 1) }
      shift += 7
    }
    return nil
  }
}
