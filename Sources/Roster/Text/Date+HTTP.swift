package import FoundationEssentials

extension Date {
  /// Reads a time in one of the three forms of HTTP (RFC 9110, 5.6.7): an IMF-fixdate such as
  /// `Sat, 21 Nov 2026 10:00:20 GMT`, and the obsolete `Saturday, 21-Nov-26 10:00:20 GMT` and
  /// `Sat Nov 21 10:00:20 2026`.
  ///
  /// - Parameter now: The current time, for the century of a year with two digits: the latest one
  ///   in which the date is at most 50 years in the future.
  /// - Returns: nil for anything else: another form, a day that does not exist, a wrong weekday.
  package init?(httpDate text: String, now: Date = Date()) {
    guard let fields = HTTPDateFields(fixdate: text) ?? HTTPDateFields(asctime: text) else {
      guard let fields = HTTPDateFields(rfc850: text), let date = fields.date(before: now) else {
        return nil
      }
      self = date
      return
    }
    guard let date = fields.date else { return nil }
    self = date
  }

  /// The time in HTTP's preferred form, truncated to the second.
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

/// The components of an HTTP date before they are validated.
private struct HTTPDateFields {
  var weekday: Substring
  var day: Substring
  var month: Substring
  var year: Int
  var clock: Substring

  init?(fixdate text: String) {
    // Every answer has one, and a regular expression costs as much as the rest of its head.
    guard Self.has(text.utf8, form: "aaa, 00 aaa 0000 00:00:00 GMT") else { return nil }
    func field(_ first: Int, _ length: Int) -> Substring {
      let start = text.utf8.index(text.startIndex, offsetBy: first)
      return text[start..<text.utf8.index(start, offsetBy: length)]
    }
    guard let year = Int(field(12, 4)) else { return nil }
    (weekday, day, month, self.year, clock) = (
      field(0, 3), field(5, 2), field(8, 3), year, field(17, 8)
    )
  }

  /// Whether a text has a letter where the form has `a`, a digit where it has `0`, and all else as it is.
  private static func has(_ text: String.UTF8View, form: String) -> Bool {
    text.elementsEqual(form.utf8) { byte, expected in
      switch expected {
      case UInt8(ascii: "0"): UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      case UInt8(ascii: "a"): UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      default: byte == expected
      }
    }
  }

  init?(asctime text: String) {
    let form = /(.{3}) (.{3}) ([0-9]{2}| [0-9]) ([0-9]{2}:[0-9]{2}:[0-9]{2}) ([0-9]{4})/
    guard let match = text.wholeMatch(of: form), let year = Int(match.5) else { return nil }
    (weekday, month, day, clock, self.year) = (match.1, match.2, match.3, match.4, year)
    if day.first == " " { day.removeFirst() }
  }

  /// The year has two digits.
  init?(rfc850 text: String) {
    let form = /([A-Za-z]+), ([0-9]{2})-(.{3})-([0-9]{2}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) GMT/
    guard let match = text.wholeMatch(of: form), let year = Int(match.4),
      HTTPCalendar.longWeekdays.contains(String(match.1))
    else { return nil }
    (weekday, day, month, self.year, clock) = (match.1.prefix(3), match.2, match.3, year, match.5)
  }

  /// The date; nil where there is no such day, or where its weekday is another one.
  var date: Date? {
    guard let seconds, HTTPCalendar.weekday(seconds.days) == weekday else { return nil }
    return Date(timeIntervalSince1970: Double(seconds.days * 86_400 + seconds.ofDay))
  }

  /// The date for a year with two digits, in the latest century in which it is at most 50 years in
  /// the future.
  func date(before now: Date) -> Date? {
    let now = Int(now.timeIntervalSince1970.rounded(.down))
    let days = Int((Double(now) / 86_400).rounded(.down))
    let today = HTTPCalendar.date(days)
    let latest = HTTPCalendar.daysSince1970(
      day: today.day, month: today.month, year: today.year + 50)
    var fields = self
    fields.year = today.year + 50 - (today.year + 50 - year) % 100
    if let seconds = fields.seconds, seconds > (latest, now - days * 86_400) { fields.year -= 100 }
    return fields.date
  }

  /// Days since 1970 and seconds of the day; nil where there is no such day or time.
  private var seconds: (days: Int, ofDay: Int)? {
    let parts = clock.split(separator: ":").compactMap { Int($0) }
    guard let month = HTTPCalendar.months.firstIndex(of: String(month)), let day = Int(day),
      year >= 1, HTTPCalendar.hasDay(day, month: month, year: year),
      parts.count == 3, parts[0] < 24, parts[1] < 60, parts[2] < 60
    else { return nil }
    let days = HTTPCalendar.daysSince1970(day: day, month: month, year: year)
    return (days, (parts[0] * 60 + parts[1]) * 60 + parts[2])
  }
}

/// The Gregorian calendar in UTC and HTTP's English names; months count from 0.
private enum HTTPCalendar {
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  static let longWeekdays: Set = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

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
