import Transport

extension APIKey {
  /// The answer without the key in what it says: a server can repeat the header that it was sent, in
  /// the words of an error or in a header of its own, and those are shown and logged.
  func hidden<Payload>(in answer: Answer<Payload>, head: AnswerHead) -> Answer<Payload> {
    func clean(_ text: String) -> String {
      secret.isEmpty ? text : text.replacing(secret, with: "…")
    }
    func clean(_ fault: Fault) -> Fault {
      var fault = fault
      fault.message = clean(fault.message)
      return fault
    }
    var answer = answer
    switch answer.outcome {
    case .temporary(let fault): answer.outcome = .temporary(clean(fault))
    case .permanent(let fault): answer.outcome = .permanent(clean(fault))
    case .good, .throttled, .lockedOut: break
    }
    answer.head = AnswerHead(
      serverDate: head.serverDate, server: head.server.map(clean),
      deprecation: head.deprecation.map(clean), sunset: head.sunset.map(clean))
    return answer
  }
}
