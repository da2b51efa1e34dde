import FoundationEssentials
import Synchronization
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

  /// Bodies are unpacked and decoded one at a time: one of 6 MiB takes up to twelve times as much memory
  /// meanwhile, and a hostile server sends as many of them as there are requests in flight.
  private static let reading = Mutex<Void>(())

  /// - Throws: `Fault` where the body cannot be unpacked.
  private func readBody<Item: Decodable>(most mostItems: Int) throws(Fault) -> ReadBody<Item> {
    // Others may have waited here for long, and whoever is told to end does not read at all.
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
          status: status, body: body, retryAfter: retryAfter, why: envelope.complaint,
          isKeyed: isKeyed))
    }
    answer.backoff = envelope.backoff
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

/// What is left of a body when it has been read.
private struct ReadBody<Item: Decodable> {
  var envelope: Result<Envelope<Item>, any Error>
  /// As much as tells what it is.
  var beginning: [UInt8]
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
