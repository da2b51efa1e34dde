package import FoundationEssentials

/// A day of the calendar as a number: much faster than a date, for what is done with every row.
package struct DayNumber: Hashable, Comparable {
  /// Days since 1970.
  package let unixDay: Int

  /// - Parameter unixDay: Days since 1970; outside of the years 1 to 9998 the nearest day of them.
  package init(unixDay: Int) {
    self.unixDay = min(max(unixDay, -718_800), 2_932_000)
  }

  /// The day in UTC of a moment.
  package init(_ date: Date) {
    self.init(unixDay: Int((Double(date.unixSeconds) / 86_400).rounded(.down)))
  }

  /// The day at the beginning of an RFC 3339 instant; nil where the text does not begin with a year from 1 to 9999, a
  /// month and a day.
  package init?(_ instant: String) {
    guard let (year, month, day) = Self.parts(of: instant), (1...9999).contains(year),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    self.init(unixDay: DayNumber(firstOfMonth: year * 12 + month - 1).unixDay + day - 1)
  }

  /// The three numbers at the beginning of an RFC 3339 instant; nil where the text does not begin with such.
  package static func parts(of instant: String) -> (year: Int, month: Int, day: Int)? {
    var numbers = (0, 0, 0)
    var (place, digits) = (0, 0)
    for byte in instant.utf8.prefix(10) {
      switch byte {
      case UInt8(ascii: "-") where digits > 0 && place < 2:
        (place, digits) = (place + 1, 0)
        numbers = (numbers.1, numbers.2, 0)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        numbers.2 = numbers.2 * 10 + Int(byte - UInt8(ascii: "0"))
      default: return nil
      }
    }
    return place == 2 && digits > 0 ? numbers : nil
  }

  /// - Parameter month: The number of months from January of the year 0.
  package init(firstOfMonth month: Int) {
    // Years begin in March, so that the day that some years have more is their last.
    let shifted = (month + 10) / 12 - 1
    let place = (month + 10) % 12
    let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (place * 153 + 2) / 5
    self.init(unixDay: days - Self.epoch)
  }

  package static func < (one: DayNumber, other: DayNumber) -> Bool { one.unixDay < other.unixDay }

  /// The number of days from the first of March of the year 0 to 1970.
  private static let epoch = 719_468

  /// Its beginning in UTC.
  package var date: Date { Date(unixSeconds: unixDay * 86_400) }

  /// How many days later it is.
  package func days(since other: DayNumber) -> Int { unixDay - other.unixDay }

  /// From 1.
  package var dayOfMonth: Int { unixDay - DayNumber(firstOfMonth: month).unixDay + 1 }

  /// The number of months from January of the year 0.
  package var month: Int {
    let days = unixDay + Self.epoch
    let era = days / 146_097
    let day = days - era * 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let place = (5 * (day - (365 * year + year / 4 - year / 100)) + 2) / 153
    return (era * 400 + year) * 12 + place + 2
  }
}
