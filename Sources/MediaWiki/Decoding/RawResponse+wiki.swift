import Networks
import Transport

extension RawResponse {
  /// Decodes the response once, and determines its outcome.
  ///
  /// - Parameters:
  ///   - most: The maximum number of rows in each of its lists.
  ///   - question: The parameters of the request, without those of a token.
  ///   - namesOperator: Whether the request had a contact of the operator.
  ///   - payload: Makes the value of a good answer; the second argument is where the next page
  ///     begins.
  func wikiAnswer<Body: Decodable, Payload>(
    most: Int, asking question: [(name: String, value: String)], namesOperator: Bool = false,
    _ payload: (Body, Continuation?) throws -> Payload
  ) -> Answer<Payload> {
    answer(
      of: "the wiki's API", limit: Bounds.body, mostItems: most,
      reported: { (document: WikiDocument<Body>?) in
        Classification(
          response: self, error: document?.errors.first, namesOperator: namesOperator
        ).outcome
      },
      { document in
        try document.refuseWarnings()
        try document.refuseOtherQuestion(than: question)
        return try payload(try document.body.get(), document.continuation)
      })
  }
}

extension WikiDocument {
  /// A wiki that does not know a value of a parameter ignores it, warns, and answers another
  /// question: with an unknown group it lists all users.
  ///
  /// - Throws: `UnusableAnswer` where there is a warning that is not about the form of the answer.
  fileprivate func refuseWarnings() throws {
    guard let warning = warnings.first(where: { !$0.concernsFormOnly }) else { return }
    throw UnusableAnswer("the wiki warns: \(warning.sentence)")
  }

  /// A continuation says where the same list goes on, never which list.
  ///
  /// - Throws: `UnusableAnswer` where it would change a parameter of the question.
  fileprivate func refuseOtherQuestion(
    than question: [(name: String, value: String)]
  ) throws {
    for (name, value) in continuation?.members ?? [:] {
      guard let asked = question.first(where: { $0.name == name }), asked.value != value else {
        continue
      }
      throw UnusableAnswer("its continuation changes \(name)")
    }
  }
}
