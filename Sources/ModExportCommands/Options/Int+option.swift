import ArgumentParser

extension Int {
  /// What reads a whole number within a range, for `@Option(transform:)`; it throws
  /// `ValidationError` with a sentence for anything else.
  package static func option(within range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
      if let number = Int(text), range.contains(number) { return number }
      throw ValidationError(
        range.upperBound == .max
          ? "give a whole number of at least \(range.lowerBound)."
          : "give a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
  }
}
