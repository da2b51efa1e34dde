/// One assumption of this program, held against what the API answers.
package struct ProbeFinding: Hashable, Sendable {
  /// A word that scripts can rely on.
  package var name: String
  /// What is assumed, for people.
  package var assumption: String
  package var expected: String
  package var seen: String
  package var result: Result

  /// How it turned out.
  package enum Result: String, Hashable, Sendable, CaseIterable {
    case holds
    case differs
    /// No answer came, or one that tells nothing.
    case unanswered
    /// There was nothing to ask, such as whether a key is honoured where there is none.
    case notAsked = "not_asked"
  }

  /// A finding about the assumption of that name.
  package init(
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
  /// Whether all is as it is assumed to be, as far as there was something to ask.
  package var allHold: Bool {
    allSatisfy { $0.result == .holds || $0.result == .notAsked }
  }
}
