import FoundationEssentials
import Roster

/// Days as people write them: the one form of all pages.
enum DayWords {
  private static let months = Date.monthNames

  /// The day of an RFC 3339 instant in UTC, such as `21 Nov 2026`; the text itself where it is none.
  static func day(_ instant: String) -> String {
    guard let (year, month, day) = DayNumber.parts(of: instant), months.indices.contains(month - 1)
    else { return instant }
    return "\(day) \(months[month - 1]) \(year)"
  }

  /// Such as `21 Nov 2026`.
  static func day(_ day: DayNumber) -> String {
    "\(day.dayOfMonth) \(months[day.month % 12]) \(day.month / 12)"
  }

  /// The month of a text such as `2026-11`, as in `Nov 2026`.
  static func month(_ text: String) -> String {
    String(day(text + "-01").drop { $0 != " " }.dropFirst())
  }

  /// Such as `03:00:05`.
  static func timeOfDay(_ instant: String) -> String {
    String(decoding: instant.utf8.dropFirst(11).prefix(8), as: UTF8.self)
  }

  /// The time between two readings.
  static func between(_ first: String, _ second: String) -> String {
    isOneDay(first, second)
      ? "between \(timeOfDay(first)) and \(timeOfDay(second)) on \(day(first))"
      : "between \(day(first)) and \(day(second))"
  }

  static func isOneDay(_ first: String, _ second: String) -> Bool {
    first.utf8.prefix(10).elementsEqual(second.utf8.prefix(10))
  }
}

extension Date {
  /// Such as `21 Nov 2026`.
  var dayWords: String { DayWords.day(DayNumber(self)) }

  /// Such as `20 Nov 2026, 03:00 UTC`.
  var words: String { "\(dayWords), \(DayWords.timeOfDay(rfc3339).prefix(5)) UTC" }
}
