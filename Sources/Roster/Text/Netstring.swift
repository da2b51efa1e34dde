import FoundationEssentials

extension [UInt8] {
  /// Appends a text as a netstring (`5:Alice,`), an absent one as `-`.
  package mutating func append(netstring text: String?) {
    guard let text else { return append(UInt8(ascii: "-")) }
    append(netstring: text.utf8)
  }

  /// Appends bytes as a netstring.
  package mutating func append(netstring bytes: some Collection<UInt8>) {
    append(contentsOf: String(bytes.count).utf8)
    append(UInt8(ascii: ":"))
    append(contentsOf: bytes)
    append(UInt8(ascii: ","))
  }

  /// Appends a number in decimal digits as a netstring, an absent one as `-`.
  package mutating func append(netstring number: Int?) {
    append(netstring: number.map { String($0) })
  }

  /// Appends bytes as lower-case hexadecimal digits, two for each.
  package mutating func append(hexadecimal bytes: some Sequence<UInt8>) {
    // The iterator of `Data` takes several times as long as a copy.
    for byte in Array(bytes) {
      append(digits[Int(byte >> 4)])
      append(digits[Int(byte & 0xF)])
    }
  }
}

/// The digits of ``hexadecimal``.
private let digits = Array("0123456789abcdef".utf8)

extension Sequence<UInt8> {
  /// The bytes as lower-case hexadecimal digits, two for each.
  package var hexadecimal: String {
    var text: [UInt8] = []
    text.reserveCapacity(underestimatedCount * 2)
    text.append(hexadecimal: self)
    return String(decoding: text, as: UTF8.self)
  }
}

/// JSON as the archive keeps it in a column: in one line with keys in order, so that the same value always
/// gives the same bytes, which are sealed. Dates are unix seconds.
///
/// What users read is written by the target `Tables`.
package enum StoredJSON {
  /// The value as text.
  ///
  /// - Throws: `EncodingError` where JSON cannot hold it, such as a number that is not finite.
  package static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The value that a text holds; nil where it holds none of that type, as a damaged file may.
  package static func value<Value: Decodable>(
    _ type: Value.Type = Value.self, in text: String
  ) -> Value? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    return try? decoder.decode(type, from: Data(text.utf8))
  }
}
