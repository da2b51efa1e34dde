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
  /// Returns nil for anything else, a day that the calendar does not have (30 February) included.
  package init?(dayOrInstant text: String) {
    let isDay = text.utf8.count == 10
    let instant = isDay ? text + "T23:59:59Z" : text
    let plain = Date.ISO8601FormatStyle()
    let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let date = (try? plain.parse(instant)) ?? (try? fractional.parse(instant)) else {
      return nil
    }
    if isDay, date.utcDay != text { return nil }
    self = date
  }
}
