/// A day of the calendar as a number, read from the beginning of an RFC 3339 instant: much faster than a
/// date, for what is done with every row.
struct DayNumber: Hashable {
  /// Days since the first of March of the year 0.
  private let days: Int

  /// Nil where the text does not begin with a year from 0 to 9999, a month and a day.
  init?(_ instant: String) {
    let parts = instant.utf8.prefix(10).split(separator: UInt8(ascii: "-"))
      .map { Int(Substring($0)) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
      (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    // Years begin in March, so that the day that some years have more is their last.
    let shifted = month > 2 ? year : year - 1
    let place = (month + 9) % 12
    days =
      shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (place * 153 + 2) / 5 + day - 1
  }

  private init(days: Int) {
    self.days = days
  }

  static func middle(_ one: DayNumber, _ other: DayNumber) -> DayNumber {
    DayNumber(days: (one.days + other.days) / 2)
  }

  /// The number of months from January of the year 0.
  var month: Int {
    let era = days / 146_097
    let day = days - era * 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let place = (5 * (day - (365 * year + year / 4 - year / 100)) + 2) / 153
    return (era * 400 + year) * 12 + place + 2
  }
}
