import ArgumentParser
package import FoundationEssentials
import Roster

/// A DATE as the user writes it. What it means depends on the clock, and for `today` and `yesterday` on the
/// user's time zone.
package enum DateOption: Hashable, Sendable {
  /// A day in UTC, such as `2026-11-20`, by its last second.
  case day(end: Date)
  /// A moment, such as `2026-11-20T09:30:00Z`.
  case instant(Date)
  /// A day in the user's time zone: 0 for `today`, 1 for `yesterday`.
  case localDay(ago: Int)
  /// A time before now, such as `7d`.
  case ago(seconds: Int)

  /// Which moment of a day is meant.
  package enum Edge: Hashable, Sendable {
    /// For spans that begin with the day.
    case start
    /// For spans that end with the day, and for what had happened by then: its last second.
    case end
  }

  /// Reads a day, an RFC 3339 instant, `today`, `yesterday`, or a time ago: a whole number and `h`, `d` or
  /// `w`.
  ///
  /// - Throws: `ValidationError` with a sentence for anything else, and for more than 10,000 days.
  package init(option text: String) throws {
    if text == "today" || text == "yesterday" {
      self = .localDay(ago: text == "today" ? 0 : 1)
    } else if let seconds = try Self.seconds(text) {
      self = .ago(seconds: seconds)
    } else if let date = Date(dayOrInstant: text) {
      self = text.utf8.count == 10 ? .day(end: date) : .instant(date)
    } else {
      throw ValidationError(
        "give a day such as 2026-11-20 (in UTC), an instant such as 2026-11-20T09:30:00Z, a time ago such as "
          + "12h, 7d or 4w, today or yesterday.")
    }
  }

  /// Whether it is a day of the user's time zone.
  package var isLocal: Bool {
    if case .localDay = self { true } else { false }
  }

  /// The moment that is meant.
  package func date(_ edge: Edge, in context: CommandContext) -> Date {
    switch self {
    case .instant(let date): date
    case .day(let end): edge == .end ? end : end.addingTimeInterval(1 - Self.daySeconds)
    case .ago(let seconds): context.now().addingTimeInterval(-Double(seconds))
    case .localDay(let days):
      edge == .start
        ? context.startOfDay(ago: days)
        : context.startOfDay(ago: days - 1).addingTimeInterval(-1)
    }
  }

  private static let daySeconds = 86_400.0
  private static let units: [Character: Int] = ["h": 3_600, "d": 86_400, "w": 604_800]
  private static let mostSeconds = 10_000 * 86_400

  /// The seconds of a time ago; nil for anything else.
  private static func seconds(_ text: String) throws -> Int? {
    guard let unit = text.last.flatMap({ units[$0] }), text.utf8.count > 1,
      text.utf8.dropLast().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let (seconds, overflows) = (Int(text.dropLast()) ?? .max).multipliedReportingOverflow(by: unit)
    guard !overflows, seconds <= mostSeconds else {
      throw ValidationError("give at most 10000d.")
    }
    return seconds
  }
}

extension Console {
  /// The day in the user's time zone, such as `2026-11-20`.
  var today: String {
    now().localTime(in: timeZone()).day
  }

  /// When a day of the user's time zone began.
  ///
  /// - Parameter days: 0 for today, 1 for yesterday, -1 for tomorrow.
  func startOfDay(ago days: Int) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone()
    let today = calendar.startOfDay(for: now())
    let day = calendar.date(byAdding: .day, value: -days, to: today) ?? today
    // Where midnight does not exist, a day begins later.
    return calendar.startOfDay(for: day)
  }
}

extension Date {
  /// The day and the minute in a time zone, such as `2026-11-20` and `09:30`.
  func localTime(in zone: TimeZone) -> (day: String, minute: String) {
    let text = addingTimeInterval(Double(zone.secondsFromGMT(for: self))).rfc3339
    return (String(text.prefix(10)), String(text.dropFirst(11).prefix(5)))
  }
}
