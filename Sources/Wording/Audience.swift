/// Who reads a sentence.
package enum Audience: Hashable, Sendable, CaseIterable {
  /// Whoever runs the program and knows how the API answers.
  case terminal
  /// Whoever opens a page of a report and meets the words first.
  case page
}
