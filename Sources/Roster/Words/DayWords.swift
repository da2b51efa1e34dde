package import FoundationEssentials

/// Days as people write them: the one form of pages and of the terminal.
package enum DayWords {
  private static let months = Date.monthNames

  /// The day of an RFC 3339 instant in UTC, such as `21 Nov 2026`; the text itself where it is none.
  package static func day(_ instant: String) -> String {
    guard let (year, month, day) = DayNumber.parts(of: instant), months.indices.contains(month - 1)
    else { return instant }
    return "\(day) \(months[month - 1]) \(year)"
  }

  /// Such as `21 Nov 2026`.
  package static func day(_ day: DayNumber) -> String {
    "\(day.dayOfMonth) \(months[day.month % 12]) \(day.month / 12)"
  }

  /// Such as `21 Nov 2026, 03:00:05`, in UTC.
  package static func moment(_ instant: String) -> String {
    "\(day(instant)), \(timeOfDay(instant))"
  }

  /// The month of a text such as `2026-11`, as in `Nov 2026`.
  package static func month(_ text: String) -> String {
    String(day(text + "-01").drop { $0 != " " }.dropFirst())
  }

  /// Such as `03:00:05`.
  package static func timeOfDay(_ instant: String) -> String {
    String(decoding: instant.utf8.dropFirst(11).prefix(8), as: UTF8.self)
  }

  /// The time between two readings, such as `between 25 Oct and 24 Nov 2026`.
  package static func between(_ first: String, _ second: String) -> String {
    isOneDay(first, second)
      ? "between \(timeOfDay(first)) and \(timeOfDay(second)) on \(day(first))"
      : "between \(day(first, before: second)) and \(day(second))"
  }

  /// The day of an instant that stands before a later one: without the year where that is the same.
  package static func day(_ first: String, before second: String) -> String {
    let isOneYear = first.utf8.prefix(5).elementsEqual(second.utf8.prefix(5))
    return isOneYear ? String(day(first).dropLast(5)) : day(first)
  }

  /// Whether two instants are of one day.
  package static func isOneDay(_ first: String, _ second: String) -> Bool {
    first.utf8.prefix(10).elementsEqual(second.utf8.prefix(10))
  }
}

extension Date {
  /// Such as `21 Nov 2026`.
  package var dayWords: String { DayWords.day(DayNumber(self)) }

  /// Such as `20 Nov 2026, 03:00 UTC`.
  package var words: String { "\(dayWords), \(DayWords.timeOfDay(rfc3339).prefix(5)) UTC" }
}
