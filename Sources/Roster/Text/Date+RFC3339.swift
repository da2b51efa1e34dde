package import FoundationEssentials

extension Date {
  /// RFC 3339 in UTC with whole seconds, such as `2026-11-20T03:00:00Z`: the form of every time that
  /// users see.
  package var rfc3339: String {
    formatted(.iso8601)
  }

  /// The day in UTC, such as `2026-11-20`.
  package var utcDay: String {
    String(rfc3339.prefix(10))
  }

  /// Whole seconds since 1970, rounded down: the form of every time in the archive's tables.
  package var unixSeconds: Int {
    Int(timeIntervalSince1970.rounded(.down))
  }

  /// The moment so many seconds after the beginning of 1970, UTC. What lies outside the years 1583 to
  /// 9999, as a damaged file may say, is taken for their first or last second: before them calendars
  /// differ, and after them RFC 3339 ends.
  package init(unixSeconds: Int) {
    let seconds = min(max(unixSeconds, -12_212_553_600), 253_402_300_799)
    self.init(timeIntervalSince1970: Double(seconds))
  }

  /// Reads `2026-11-20`, which means that day's end in UTC (23:59:59), or an RFC 3339 instant such as
  /// `2026-11-20T03:00:00Z` or `2026-11-20T04:00:00+01:00`; fractions of a second are allowed.
  ///
  /// Returns nil for anything else: text before or after it, a day or a time that no calendar and no clock
  /// has (30 February, 25 o'clock, a leap second), and years outside 1583 to 9999.
  package init?(dayOrInstant text: String) {
    if text.utf8.count == 10 {
      self.init(dayAndTime: text + "T23:59:59")
      return
    }
    let form = /([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]+)?(.+)/
    guard let match = text.wholeMatch(of: form)?.output, let date = Date(dayAndTime: match.1),
      let offset = Self.secondsEast(match.3)
    else { return nil }
    let fraction = match.2.flatMap { Double("0" + $0) } ?? 0
    self = date + (fraction - Double(offset))
    guard Date(unixSeconds: unixSeconds).unixSeconds == unixSeconds else { return nil }
  }

  /// Reads `2026-11-20T03:00:00` as UTC. The parser takes 30 February for 2 March: only what it writes
  /// back unchanged was a date.
  private init?(dayAndTime text: some StringProtocol) {
    let instant = text + "Z"
    guard let date = try? Date(instant, strategy: .iso8601), date.rfc3339 == instant,
      Date(unixSeconds: date.unixSeconds) == date
    else { return nil }
    self = date
  }

  /// What the zone at the end of an instant adds to UTC, nil where it is none: `Z`, or `+01:00`.
  private static func secondsEast(_ zone: Substring) -> Int? {
    if zone == "Z" { return 0 }
    guard let match = zone.wholeMatch(of: /([+-])([0-9]{2}):([0-9]{2})/)?.output,
      let hours = Int(match.2), let minutes = Int(match.3), hours < 24, minutes < 60
    else { return nil }
    return (match.1 == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }
}
