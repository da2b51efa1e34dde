import FoundationEssentials
import Transport

extension RawResponse {
  /// Reads the answer: unpacks, decodes once, and says what it means.
  ///
  /// - Parameters:
  ///   - mostItems: How many items were asked for: more of them make the answer undecodable.
  ///   - isKeyed: Whether the request carried a key.
  ///   - payload: Makes the value of a good answer; nil where a field that it needs is missing, which
  ///     makes the answer undecodable.
  func answer<Item: Decodable, Payload>(
    itemsOf type: Item.Type, most mostItems: Int, isKeyed: Bool,
    _ payload: (Envelope<Item>, [Item]) -> Payload?
  ) -> Answer<Payload> {
    let body: [UInt8]
    do {
      body = try unpackedBody()
    } catch {
      let isBomb = error.kind == .tooLarge
      return Answer(isBomb ? .permanent(error) : .temporary(error))
    }
    do {
      return answer(
        try Envelope<Item>(json: body, mostItems: mostItems), body, isKeyed: isKeyed, payload)
    } catch {
      return Answer(
        Classification.outcome(
          status: status, body: body, retryAfter: retryAfter, why: Self.reason(error),
          isKeyed: isKeyed))
    }
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
          status: status, body: body, retryAfter: retryAfter, why: envelope.complaint,
          isKeyed: isKeyed))
    }
    answer.backoff = envelope.backoff.flatMap { $0 > 0 ? TimeInterval(min($0, 86_400)) : nil }
    answer.quota = envelope.quota
    return answer
  }

  /// Where in the document it went wrong, without any of its values.
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

extension Envelope {
  /// Why there is no payload.
  fileprivate var complaint: String {
    switch items {
    case .success: "items or has_more is missing"
    case .failure(let error) where error is OutOfBounds || error is DecodingError:
      RawResponse.reason(error)
    case .failure: "an item holds an unreadable value"
    }
  }
}
