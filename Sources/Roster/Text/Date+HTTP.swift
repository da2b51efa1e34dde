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
    let weekday = text.prefix { $0 != "," && $0 != " " }
    let rest = text[weekday.endIndex...]
    let parts = rest.split { " ,-".contains($0) }
    let instants: [String?]
    var isLong = false
    if Self.has(rest, form: ", 00 aaa 0000 00:00:00 GMT") {
      instants = [Self.instant(parts[2], parts[1], parts[0], parts[3])]
    } else if [" aaa 00 00:00:00 0000", " aaa  0 00:00:00 0000"].contains(where: {
      Self.has(rest, form: $0)
    }) {
      instants = [Self.instant(parts[3], parts[0], parts[1], parts[2])]
    } else if Self.has(rest, form: ", 00-aaa-00 00:00:00 GMT"), let year = Int(parts[2]) {
      isLong = true
      let today = now.rfc3339
      let last = (Int(today.prefix(4)) ?? 0) + 50
      let limit = "\(last)\(today.dropFirst(4))"
      let latest = last - (last - year) % 100
      instants = [latest, latest - 100]
        .map { Self.instant("\($0)", parts[1], parts[0], parts[3]) }
        .filter { $0.map { $0 <= limit } ?? false }
    } else {
      return nil
    }
    guard let instant = instants.first ?? nil, let date = Date(dayOrInstant: instant),
      weekday == (isLong ? date.weekday[...] : date.weekday.prefix(3))
    else { return nil }
    self = date
  }

  /// The time in HTTP's preferred form, truncated to the second.
  package var httpDate: String {
    let date = Date(unixSeconds: unixSeconds)
    let parts = date.rfc3339.split { "-TZ".contains($0) }
    let month = Self.monthNames[(Int(parts[1]) ?? 1) - 1]
    return "\(date.weekday.prefix(3)), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
  }

  /// Whether a text has a letter where the form has `a`, a digit where it has `0`, and all else as it is. Every
  /// answer has a date, and a regular expression costs as much as the rest of its head.
  private static func has(_ text: Substring, form: String) -> Bool {
    text.utf8.elementsEqual(form.utf8) { byte, expected in
      switch expected {
      case UInt8(ascii: "0"): UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      case UInt8(ascii: "a"): UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      default: byte == expected
      }
    }
  }

  /// The moment in RFC 3339; nil where no month has the name.
  private static func instant(
    _ year: some StringProtocol, _ month: Substring, _ day: Substring, _ clock: Substring
  ) -> String? {
    guard let place = monthNames.firstIndex(of: String(month)) else { return nil }
    func two(_ text: String) -> String { text.utf8.count < 2 ? "0\(text)" : text }
    return "\(year)-\(two("\(place + 1)"))-\(two("\(day)"))T\(clock)Z"
  }

  /// English, in UTC.
  private var weekday: String {
    let days = Int((Double(unixSeconds) / 86_400).rounded(.down))
    return Self.httpWeekdays[(days % 7 + 7) % 7]
  }

  /// The names of months as HTTP and our pages have them.
  package static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let httpWeekdays = [
    "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
  ]
}
