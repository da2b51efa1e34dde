import Networks
import Transport

extension RawResponse {
  /// Decodes the response once, and determines its outcome.
  ///
  /// - Parameters:
  ///   - most: The maximum number of rows in each of its lists.
  ///   - isKeyed: Whether the request carried a key.
  ///   - payload: Makes the value of a good answer.
  func forumAnswer<Body: Decodable, Payload>(
    most: Int, isKeyed: Bool, _ payload: (Body) throws -> Payload
  ) -> Answer<Payload> {
    answer(
      of: "the forum's API", limit: Bounds.body, mostItems: most,
      reported: { (document: ForumDocument<Body>?) in
        Classification(response: self, error: document?.error, isKeyed: isKeyed).outcome
      },
      { try payload(try $0.body.get()) })
  }
}

/// A body that is an error or what was asked for.
private struct ForumDocument<Body: Decodable>: AnswerDocument {
  var error: ErrorObject?
  /// Decoded apart from the error, so that an error is known whatever else is there.
  var body: Result<Body, any Error>

  var mayBeRepaired: Bool {
    if case .failure = body { error == nil } else { false }
  }

  init(from decoder: any Decoder) throws {
    error = try? ErrorObject(from: decoder)
    body = Result { try Body(from: decoder) }
  }
}
