import ArgumentParser

extension Duration {
  /// Reads `500ms`, `90s`, `5m`, `12h` or `7d`, and `0s`: a whole number and a unit.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else, and for more than 10,000 days.
  package init(option text: String) throws {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let unit = Self.units[String(text.dropFirst(digits.count))], !digits.isEmpty else {
      throw ValidationError("give a number and a unit, such as 500ms, 90s, 5m, 12h or 7d.")
    }
    let (milliseconds, overflows) = (Int64(digits) ?? .max).multipliedReportingOverflow(by: unit)
    guard !overflows, milliseconds <= Self.longest else {
      throw ValidationError("give at most 10000d.")
    }
    self = .milliseconds(milliseconds)
  }

  private static let units: [String: Int64] = [
    "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
  ]
  private static let longest: Int64 = 10_000 * 86_400_000

  /// The duration as `init(option:)` takes it, in the largest unit that fits: `90s`, `2m`, `7d`. What is
  /// less than a millisecond is left out.
  package var optionText: String {
    let milliseconds = Int64(self / .milliseconds(1))
    guard milliseconds > 0 else { return "0s" }
    let fitting = Self.units.filter { milliseconds.isMultiple(of: $0.value) }
    guard let unit = fitting.max(by: { $0.value < $1.value }) else { return "\(milliseconds)ms" }
    return "\(milliseconds / unit.value)\(unit.key)"
  }
}
