package import FoundationEssentials

extension Date {
  /// Reads a time as HTTP writes it, an IMF-fixdate such as `Sat, 21 Nov 2026 10:00:20 GMT`.
  ///
  /// - Returns: nil for anything else: another form, a day that the calendar does not have, a weekday
  ///   that is not that day's.
  package init?(httpDate text: String) {
    let form = /(.{3}), ([0-9]{2}) (.{3}) ([0-9]{4}) ([0-9]{2}):([0-9]{2}):([0-9]{2}) GMT/
    guard let match = text.wholeMatch(of: form),
      let month = HTTPCalendar.months.firstIndex(of: String(match.3)),
      let day = Int(match.2), let year = Int(match.4), let hour = Int(match.5),
      let minute = Int(match.6), let second = Int(match.7),
      year >= 1, HTTPCalendar.hasDay(day, month: month, year: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let days = HTTPCalendar.daysSince1970(day: day, month: month, year: year)
    guard HTTPCalendar.weekday(days) == match.1 else { return nil }
    self.init(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
  }

  /// The time as HTTP writes it, cut to the second.
  package var httpDate: String {
    let seconds = Int(timeIntervalSince1970.rounded(.down))
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let (hour, rest) = (seconds - days * 86_400).quotientAndRemainder(dividingBy: 3_600)
    let date = HTTPCalendar.date(days)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: max(0, 4 - "\(date.year)".count)) + "\(date.year)"
    let day = "\(HTTPCalendar.weekday(days)), \(two(date.day)) \(HTTPCalendar.months[date.month])"
    return "\(day) \(year) \(two(hour)):\(two(rest / 60)):\(two(rest % 60)) GMT"
  }
}

/// The Gregorian calendar in UTC and HTTP's English names; months count from 0.
private enum HTTPCalendar {
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  static func hasDay(_ day: Int, month: Int, year: Int) -> Bool {
    day >= 1 && day <= length(of: month, year)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    month == 1 ? (isLeap(year) ? 29 : 28) : [3, 5, 8, 10].contains(month) ? 30 : 31
  }

  /// Days from 1970 to the first day of a year.
  private static func start(of year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400 - 719_162
  }

  static func daysSince1970(day: Int, month: Int, year: Int) -> Int {
    start(of: year) + (0..<month).reduce(0) { $0 + length(of: $1, year) } + day - 1
  }

  static func weekday(_ days: Int) -> String { weekdays[((days % 7) + 7) % 7] }

  static func date(_ days: Int) -> (day: Int, month: Int, year: Int) {
    var year = 1970 + Int((Double(days) / 365.2425).rounded(.down))
    while start(of: year) > days { year -= 1 }
    while start(of: year + 1) <= days { year += 1 }
    var (month, rest) = (0, days - start(of: year))
    while rest >= length(of: month, year) {
      rest -= length(of: month, year)
      month += 1
    }
    return (rest + 1, month, year)
  }
}
