import Networks
package import Transport

extension RawResponse {
  /// Decompresses and decodes the response once, and determines its outcome.
  ///
  /// - Parameters:
  ///   - mostItems: The number of items that were requested: more of them make the answer
  ///     undecodable.
  ///   - isKeyed: Whether the request carried a key.
  ///   - payload: Makes the value of a good answer; nil where a required field is missing, which
  ///     makes the answer undecodable.
  package func answer<Item: Decodable, Payload>(
    itemsOf type: Item.Type, most mostItems: Int, isKeyed: Bool,
    _ payload: (Envelope<Item>, [Item]) -> Payload?
  ) -> Answer<Payload> {
    let document: JSONDocument<Envelope<Item>>
    do {
      document = try JSONDocument(self, limit: Bounds.body, mostItems: mostItems)
    } catch {
      return Answer(.temporary(error))
    }
    switch document.value {
    case .success(let envelope):
      return answer(envelope, document.beginning, isKeyed: isKeyed, payload)
    case .failure(let error):
      if let gone { return Answer(gone) }
      return Answer(
        unexplained(
          document.beginning, why: DecodingReason.text(of: error), isKeyed: isKeyed))
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
      answer = Answer(unexplained(body, why: envelope.reason, isKeyed: isKeyed))
    }
    answer.backoff = envelope.backoff
    answer.quota = envelope.quota
    return answer
  }

  /// The outcome of a response that is not in the API's format: a redirect, or by its body.
  private func unexplained(_ body: [UInt8], why: String, isKeyed: Bool) -> Outcome {
    if (300..<400).contains(status) { return .permanent(.redirected(self)) }
    return Classification.outcome(
      status: status, body: body, retryAfter: retryAfter, why: why, isKeyed: isKeyed)
  }
}

extension Envelope {
  /// Why there is no payload.
  fileprivate var reason: String {
    switch items {
    case .success: "items or has_more is missing"
    case .failure(let error) where error is OutOfBounds || error is DecodingError:
      DecodingReason.text(of: error)
    case .failure: "an item holds an unreadable value"
    }
  }
}
