package import FoundationEssentials

/// A day, a month or a year in UTC, as people write it, or another time.
package struct TimeSpan: Hashable, Sendable {
  package var beginning: Date
  /// The first moment after it.
  package var end: Date
  /// Such as `2019`, `Jun 2019` or `30 Jun 2019`.
  package var words: String

  /// Reads `2019`, `2019-06` or `2019-06-30`; nil for anything else, for a day that does not exist, and for years
  /// outside 1583 to 9999.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), zip(parts, [4, 2, 2]).allSatisfy({ $0.count == $1 }),
      let first = Optional(text + ["-01-01", "-01", ""][parts.count - 1]),
      let day = Self.beginning(first)
    else { return nil }
    let numbers = parts.compactMap { Int(String(Substring($0))) }
    guard numbers.count == parts.count else { return nil }
    beginning = day
    let next: String? =
      switch numbers.count {
      case 1: "\(numbers[0] + 1)-01-01"
      case 2 where numbers[1] == 12: "\(numbers[0] + 1)-01-01"
      case 2: "\(numbers[0])-\(numbers[1] < 9 ? "0" : "")\(numbers[1] + 1)-01"
      default: nil
      }
    end =
      next.map { Self.beginning($0) ?? Date(unixSeconds: .max) } ?? day.addingTimeInterval(86_400)
    words = DayWords.day(first).split(separator: " ").suffix(numbers.count).joined(separator: " ")
  }

  /// All the time from one second to another.
  package init(from beginning: Date, through last: Date) {
    self.beginning = beginning
    end = last + 1
    words = beginning == last ? last.words : "\(beginning.words) to \(last.words)"
  }

  private static func beginning(_ day: String) -> Date? {
    Date(dayOrInstant: day + "T00:00:00Z")
  }

  /// What a wrong text is told.
  package static let refusal =
    "give a day, a month or a year (in UTC), such as 2019-06-30, 2019-06 or 2019."
}
