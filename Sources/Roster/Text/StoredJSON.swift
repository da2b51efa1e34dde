import FoundationEssentials

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
