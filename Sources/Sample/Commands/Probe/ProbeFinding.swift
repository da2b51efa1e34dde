/// One assumption of this program, checked against the API's responses.
struct ProbeFinding: Hashable, Sendable {
  /// A stable identifier for scripts.
  var name: String
  /// The assumption, as a sentence for the user.
  var assumption: String
  var expected: String
  var seen: String
  var result: Result

  /// The result of a check.
  enum Result: String, Hashable, Sendable, CaseIterable {
    case holds
    case differs
    /// There was no response, or an inconclusive one.
    case unanswered
    /// The question does not apply, such as whether a key is honoured where there is no key.
    case notAsked = "not_asked"
  }

  /// A finding about the assumption with this name.
  init(
    _ name: String, _ assumption: String, expected: String, seen: String, _ result: Result
  ) {
    self.name = name
    self.assumption = assumption
    self.expected = expected
    self.seen = seen
    self.result = result
  }
}

extension [ProbeFinding] {
  /// Whether every assumption that was checked is true.
  var allHold: Bool {
    allSatisfy { $0.result == .holds || $0.result == .notAsked }
  }
}
