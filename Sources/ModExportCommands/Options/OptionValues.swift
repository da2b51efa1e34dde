import ArgumentParser
package import FoundationEssentials
package import Roster

/// A DATE as the user writes it. What it means may depend on the clock.
package enum DateOption: Hashable, Sendable {
  /// A day, a month or a year in UTC, such as `2026-11-20`, `2026-11` or `2026`.
  case span(TimeSpan)
  /// A moment, such as `2026-11-20T09:30:00Z`.
  case instant(Date)
  /// A time before now, such as `7d`.
  case ago(seconds: Int)

  /// Which moment of a day to use.
  package enum Edge: Hashable, Sendable {
    /// For spans that begin with the day.
    case start
    /// For spans that end with the day, and for what had happened by then: its last second.
    case end
  }

  /// Reads a day, an RFC 3339 instant, or a time ago: a whole number and `h`, `d` or `w`.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else, and for more than 10,000 days.
  package init(option text: String) throws {
    if let seconds = try Int.amount(text, ["h": 3_600, "d": 86_400, "w": 604_800]) {
      self = .ago(seconds: seconds)
    } else if let span = TimeSpan(text) {
      self = .span(span)
    } else if let date = Date(dayOrInstant: text) {
      self = .instant(date)
    } else {
      throw ValidationError(
        "give a day, month or year such as 2026-11-20 (in UTC), an instant such as 2026-11-20T09:30:00Z, or a time ago "
          + "such as 12h, 7d or 4w.")
    }
  }

  /// The moment that is meant.
  package func date(_ edge: Edge, in context: CommandContext) -> Date {
    switch self {
    case .instant(let date): date
    case .span(let span): edge == .end ? span.end.addingTimeInterval(-1) : span.beginning
    case .ago(let seconds): context.now().addingTimeInterval(-Double(seconds))
    }
  }
}

extension ValidationError {
  /// Throws where an option was given, of which the name is not nil, beside one of the others.
  static func refuse(_ option: String?, beside others: (isGiven: Bool, name: String)...) throws {
    guard let option, let other = others.first(where: \.isGiven) else { return }
    throw ValidationError("Use \(option) or \(other.name), not both.")
  }
}

extension Duration {
  /// Reads `500ms`, `90s`, `5m`, `12h` or `7d`, and `0s`: a whole number and a unit.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else, and for more than 10,000 days.
  package init(option text: String) throws {
    guard let milliseconds = try Int.amount(text, Self.units) else {
      throw ValidationError("give a number and a unit, such as 500ms, 90s, 5m, 12h or 7d.")
    }
    self = .milliseconds(milliseconds)
  }

  private static let units = [
    "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
  ]

  /// The duration as `init(option:)` takes it, in the largest unit that fits: `90s`, `2m`, `7d`. What is
  /// less than a millisecond is left out.
  package var optionText: String {
    let milliseconds =
      Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    guard milliseconds > 0 else { return "0s" }
    let fitting = Self.units.filter { milliseconds.isMultiple(of: $0.value) }
    guard let unit = fitting.max(by: { $0.value < $1.value }) else { return "\(milliseconds)ms" }
    return "\(milliseconds / unit.value)\(unit.key)"
  }
}

extension Int {
  /// Reads a whole number with a unit after it, such as `12h`; nil for another form.
  ///
  /// - Parameter units: What each is worth; `d` is one of them.
  /// - Throws: `ValidationError` with a sentence for more than 10,000 days.
  fileprivate static func amount(_ text: String, _ units: [String: Int]) throws -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let unit = units[String(text.dropFirst(digits.count))], !digits.isEmpty else {
      return nil
    }
    let (amount, overflows) = (Int(digits) ?? .max).multipliedReportingOverflow(by: unit)
    guard !overflows, amount <= 10_000 * (units["d"] ?? 0) else {
      throw ValidationError("give at most 10000d.")
    }
    return amount
  }

  /// Reads how many rows a command prints; 0 is no limit.
  static let limit = option(within: 0...1_000_000_000)

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

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// Reads words with commas between them; throws `ValidationError` with a sentence for anything else.
  static func option(_ text: String) throws -> [Self] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      if let value = Self(rawValue: String(name)) { return value }
      let all = allCases.map(\.rawValue).joined(separator: ",")
      throw ValidationError("give one or more of \(all).")
    }
  }
}
