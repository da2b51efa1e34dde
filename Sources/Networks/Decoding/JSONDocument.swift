import FoundationEssentials
package import Transport

/// What the body of an answer is decoded into.
package protocol AnswerDocument: Decodable {
  /// Whether it lacks something because of text that can be repaired.
  var mayBeRepaired: Bool { get }
}

extension AnswerDocument {
  package var mayBeRepaired: Bool { false }
}

/// The body of an answer, decompressed and decoded.
package struct JSONDocument<Value: AnswerDocument> {
  /// The value, or why there is none: ``DecodingReason`` says it in words.
  package var value: Result<Value, any Error>
  /// The first bytes of the body, enough to tell what it is where it is not JSON.
  package var beginning: [UInt8]
}

extension JSONDocument {
  /// Decompresses and decodes the body of a response once.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of the decompressed body.
  ///   - mostItems: The maximum number of items of every ``BoundedItems`` in the value.
  /// - Throws: `Fault` where the body cannot be decompressed, or nobody waits for it any longer.
  package init(_ response: RawResponse, limit: Int, mostItems: Int) throws(Fault) {
    // This task may have waited for a long time: do not decode after a cancellation.
    if AnswerReading.isAbandoned() {
      throw Fault(.connection, "the answer was not read: the run ends")
    }
    let body = try response.unpackedBody(limit: limit)
    value = Result { try Self.decoded(body, mostItems: mostItems) }
    beginning = Array(body.prefix(4_096))
  }

  /// Decodes a body, with or without a byte-order mark.
  ///
  /// Foundation rejects a whole document that has escapes of unpaired surrogates or invalid UTF-8.
  /// They are replaced by U+FFFD, but only after a rejection, since the search costs a pass over
  /// the body.
  private static func decoded(_ body: [UInt8], mostItems: Int) throws -> Value {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = body.starts(with: mark) ? Array(body.dropFirst(3)) : body
    let read = Result { try decodedOnce(bytes, mostItems: mostItems) }
    if case .success(let value) = read, !value.mayBeRepaired { return value }
    let repaired =
      SurrogateRepair.mayNeedRepair(bytes)
      ? SurrogateRepair.replacingUnpairedSurrogates(in: bytes) : bytes
    return try repaired == bytes ? read.get() : decodedOnce(repaired, mostItems: mostItems)
  }

  private static func decodedOnce(_ bytes: [UInt8], mostItems: Int) throws -> Value {
    let decoder = JSONDecoder()
    if let key = CodingUserInfoKey(rawValue: "mostItems") {
      decoder.userInfo[key] = MostItems(count: mostItems)
    }
    return try decoder.decode(Value.self, from: Data(bytes))
  }
}

/// The place of a decoding error in the document, without any of its values.
package enum DecodingReason {
  /// A phrase such as `no user_id at items.3`.
  package static func text(of error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      let keys = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
      return keys.isEmpty ? "at the top" : "at \(keys.joined(separator: "."))"
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context):
      "no \(key.stringValue) \(path(context))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "an unexpected value \(path(context))"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      "an unreadable value \(path(context))"
    case let error as OutOfBounds: error.description
    default: "it is not JSON"
    }
  }
}
