extension Answer {
  /// The value of a good answer.
  ///
  /// - Throws: ``Fault`` for any other answer.
  package func value() throws(Fault) -> Payload {
    if let payload { return payload }
    switch outcome {
    case .temporary(let fault), .permanent(let fault): throw fault
    case .throttled, .lockedOut:
      throw Fault(.throttled, "the API refused repeated requests for the wait that it asked for")
    case .good: throw Fault(.undecodable, "the answer has no value")
    }
  }
}
