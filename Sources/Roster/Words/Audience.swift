/// The reader of a sentence.
package enum Audience: Hashable, Sendable, CaseIterable {
  /// The user of the program, who knows the API's terms.
  case terminal
  /// A reader of a report, who does not know the API's terms.
  case page
}
