import FoundationEssentials

/// Writes numbers and text into as few bytes as they need.
struct PackedWriter {
  private var bytes: [UInt8] = []

  var data: Data { Data(bytes) }

  /// Small numbers of either sign take one byte, larger ones up to ten.
  mutating func append(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1)))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ number: Int?) {
    append(number == nil ? 0 : 1)
    if let number { append(number) }
  }

  /// An absent text is told from an empty one by its length.
  mutating func append(_ text: String?) {
    guard let text else { return append(-1) }
    append(text)
  }
}

/// Reads what ``PackedWriter`` wrote. Every read returns nil where the bytes are not such.
struct PackedReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ data: Data) {
    bytes = Array(data)
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number() -> Int? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(truncatingIfNeeded: value >> 1) ^ -Int(value & 1) }
      shift += 7
    }
    return nil
  }

  /// The outer optional is nil where the bytes are damaged.
  mutating func optionalNumber() -> Int?? {
    switch number() {
    case 0: .some(nil)
    case 1: number().map { .some($0) }
    default: nil
    }
  }

  /// The outer optional is nil where the bytes are damaged.
  mutating func optionalText() -> String?? {
    guard let count = number() else { return nil }
    if count == -1 { return .some(nil) }
    guard count >= 0, count <= bytes.count - position else { return nil }
    defer { position += count }
    return String(validating: bytes[position..<(position + count)], as: UTF8.self).map { .some($0) }
  }
}

/// A list of user ids, packed as differences: ids in order of creation take two bytes each.
enum PackedIDs {
  static func pack(_ ids: [Int]) -> Data {
    var writer = PackedWriter()
    var previous = 0
    for id in ids {
      writer.append(id &- previous)
      previous = id
    }
    return writer.data
  }

  /// Returns nil where the bytes are no such list.
  static func unpack(_ data: Data) -> [Int]? {
    var reader = PackedReader(data)
    var ids: [Int] = []
    var previous = 0
    while !reader.isAtEnd {
      guard let difference = reader.number() else { return nil }
      previous = previous &+ difference
      ids.append(previous)
    }
    return ids
  }
}
