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
    var envelope: Envelope<Item>?
    var answer: Answer<Payload> = self.answer(
      of: "the API", limit: Bounds.body, mostItems: mostItems, isOfAllSites: true,
      reported: { (document: Envelope<Item>?) in
        envelope = document
        return document?.error(retryAfter: retryAfter, isKeyed: isKeyed)
          ?? (isKeyed ? Classification.refusalOfKey(by: self) : nil)
      },
      { document in
        guard let items = try document.readableItems, let value = payload(document, items) else {
          throw UnusableAnswer("items or has_more is missing", isTemporary: true)
        }
        return value
      })
    // They are known also where the items cannot be used.
    (answer.backoff, answer.quota) = (envelope?.backoff, envelope?.quota)
    return answer
  }
}

extension Envelope {
  /// The outcome of the error that it reports; nil where it reports none.
  fileprivate func error(retryAfter: Double?, isKeyed: Bool) -> Outcome? {
    guard errorID != nil || errorName != nil else { return nil }
    return Classification.outcome(
      errorID: errorID, name: errorName, message: errorMessage, retryAfter: retryAfter,
      isKeyed: isKeyed)
  }

  /// Nil where there are no items.
  fileprivate var readableItems: [Item]? {
    get throws {
      do {
        return try items.get()
      } catch  where !(error is OutOfBounds || error is DecodingError) {
        throw UnusableAnswer("an item holds an unreadable value", isTemporary: true)
      }
    }
  }
}
