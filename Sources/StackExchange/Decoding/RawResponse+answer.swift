import FoundationEssentials
import Synchronization
import Transport

extension RawResponse {
  /// Decompresses and decodes the response once, and determines its outcome.
  ///
  /// - Parameters:
  ///   - mostItems: The number of items that were requested: more of them make the answer
  ///     undecodable.
  ///   - isKeyed: Whether the request carried a key.
  ///   - payload: Makes the value of a good answer; nil where a required field is missing, which
  ///     makes the answer undecodable.
  func answer<Item: Decodable, Payload>(
    itemsOf type: Item.Type, most mostItems: Int, isKeyed: Bool,
    _ payload: (Envelope<Item>, [Item]) -> Payload?
  ) -> Answer<Payload> {
    let read: ReadBody<Item>
    do {
      read = try Self.reading.withLock { _ throws(Fault) in try readBody(most: mostItems) }
    } catch {
      return Answer(error.kind == .tooLarge ? .permanent(error) : .temporary(error))
    }
    switch read.envelope {
    case .success(let envelope):
      return answer(envelope, read.beginning, isKeyed: isKeyed, payload)
    case .failure(let error):
      return Answer(
        Classification.outcome(
          status: status, body: read.beginning, retryAfter: retryAfter, why: Self.reason(error),
          isKeyed: isKeyed))
    }
  }

  /// Bodies are decompressed and decoded one at a time: one of 6 MiB needs up to twelve times as
  /// much memory meanwhile, and a hostile server can send one for each request in flight.
  private static let reading = Mutex<Void>(())

  /// - Throws: `Fault` where the body cannot be decompressed.
  private func readBody<Item: Decodable>(most mostItems: Int) throws(Fault) -> ReadBody<Item> {
    // This task may have waited for a long time: do not decode after a cancellation.
    if AnswerReading.isAbandoned() {
      throw Fault(.connection, "the answer was not read: the run ends")
    }
    let body = try unpackedBody()
    return ReadBody(
      envelope: Result { try Envelope<Item>(json: body, mostItems: mostItems) },
      beginning: Array(body.prefix(4_096)))
  }

  private func answer<Item, Payload>(
    _ envelope: Envelope<Item>, _ body: [UInt8], isKeyed: Bool,
    _ payload: (Envelope<Item>, [Item]) -> Payload?
  ) -> Answer<Payload> {
    var answer: Answer<Payload>
    if envelope.errorID != nil || envelope.errorName != nil {
      answer = Answer(
        Classification.outcome(
          errorID: envelope.errorID, name: envelope.errorName, message: envelope.errorMessage,
          retryAfter: retryAfter, isKeyed: isKeyed))
    } else if (200..<300).contains(status), let items = try? envelope.items.get(),
      let value = payload(envelope, items)
    {
      answer = Answer(.good, payload: value)
    } else {
      answer = Answer(
        Classification.outcome(
          status: status, body: body, retryAfter: retryAfter, why: envelope.reason,
          isKeyed: isKeyed))
    }
    answer.backoff = envelope.backoff
    answer.quota = envelope.quota
    return answer
  }

  /// The place of the error in the document, without any of its values.
  fileprivate static func reason(_ error: any Error) -> String {
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

/// The parts of a body that are needed after decoding.
private struct ReadBody<Item: Decodable> {
  var envelope: Result<Envelope<Item>, any Error>
  /// The beginning, enough to classify the body.
  var beginning: [UInt8]
}

extension Envelope {
  /// Why there is no payload.
  fileprivate var reason: String {
    switch items {
    case .success: "items or has_more is missing"
    case .failure(let error) where error is OutOfBounds || error is DecodingError:
      RawResponse.reason(error)
    case .failure: "an item holds an unreadable value"
    }
  }
}
