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

  /// The moment this many seconds after the beginning of 1970, UTC. Values outside the years 1583
  /// to 9999, as in a damaged file, become the first or last second of that range: earlier,
  /// calendars differ; later, RFC 3339 has no form.
  package init(unixSeconds: Int) {
    let seconds = min(max(unixSeconds, -12_212_553_600), 253_402_300_799)
    self.init(timeIntervalSince1970: Double(seconds))
  }

  /// Whether it lies ahead wherever on Earth the day is taken.
  package func isYetToCome(at now: Date) -> Bool { addingTimeInterval(-86_400) >= now }

  /// Reads `2026-11-20`, which means that day's end in UTC (23:59:59), or an RFC 3339 instant such as
  /// `2026-11-20T03:00:00Z` or `2026-11-20T04:00:00+01:00`; fractions of a second are allowed.
  ///
  /// Returns nil for anything else: text before or after it, a day or time that does not exist (30
  /// February, 25:00, a leap second), and years outside 1583 to 9999.
  package init?(dayOrInstant text: String) {
    if text.utf8.count == 10 {
      self.init(dayAndTime: text + "T23:59:59")
      return
    }
    // No regular expression: one would be compiled anew for each of a million rows.
    let end = text.utf8.index(text.startIndex, offsetBy: 19, limitedBy: text.endIndex)
    guard let end, let date = Date(dayAndTime: text[..<end]) else { return nil }
    var zone = text[end...]
    var fraction = 0.0
    if zone.utf8.first == UInt8(ascii: ".") {
      let digits = zone.dropFirst().prefix { Self.isDigit($0) }
      guard !digits.isEmpty, let value = Double("0." + digits) else { return nil }
      fraction = value
      zone = zone[digits.endIndex...]
    }
    guard let offset = Self.secondsEast(zone) else { return nil }
    self = date + (fraction - Double(offset))
    guard Date(unixSeconds: unixSeconds).unixSeconds == unixSeconds else { return nil }
  }

  /// Reads `2026-11-20T03:00:00` as UTC. The parser reads 30 February as 2 March: format the result
  /// again and compare.
  private init?(dayAndTime text: some StringProtocol) {
    let instant = text + "Z"
    guard let date = try? Date(instant, strategy: .iso8601), date.rfc3339 == instant,
      Date(unixSeconds: date.unixSeconds) == date
    else { return nil }
    self = date
  }

  /// The offset from UTC of the zone at the end of an instant; nil where it is not a zone: `Z`, or
  /// `+01:00`.
  private static func secondsEast(_ zone: Substring) -> Int? {
    if zone == "Z" { return 0 }
    let parts = zone.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = zone.first, sign == "+" || sign == "-", parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(isDigit) }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
    else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}
