// Canonical composition is in Foundation, not in FoundationEssentials.
import Foundation

extension String {
  /// A name in the form in which wikis store it: composed, with a capital first, and single spaces between its words in place
  /// of underscores. Two texts that have it in common are the same user's name to a wiki.
  package var wikiName: String {
    let words = precomposedStringWithCanonicalMapping.split { $0 == " " || $0 == "_" }
      .joined(separator: " ")
    guard let first = words.first else { return self }
    return first.uppercased() + words.dropFirst()
  }

  /// The same text in other bytes: as it is, composed and decomposed.
  package var canonicalForms: [String] {
    [self, precomposedStringWithCanonicalMapping, decomposedStringWithCanonicalMapping]
  }
}
