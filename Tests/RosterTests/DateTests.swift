import FoundationEssentials
import Roster
import Testing

struct DateTests {
  @Test(arguments: [
    ("2026-11-20", "2026-11-20T23:59:59Z"), ("2026-11-20T03:00:00Z", "2026-11-20T03:00:00Z"),
    ("2026-11-20T04:00:00+01:00", "2026-11-20T03:00:00Z"),
    ("2026-11-20T03:00:00.750Z", "2026-11-20T03:00:00Z"),
    ("2026-11-20T23:30:00.5-01:30", "2026-11-21T01:00:00Z"), ("2028-02-29", "2028-02-29T23:59:59Z"),
    ("2026-11-20T03:00:00-00:00", "2026-11-20T03:00:00Z"), ("1583-01-01", "1583-01-01T23:59:59Z"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
  ])
  func daysAndInstantsAreRead(text: String, instant: String) {
    #expect(Date(dayOrInstant: text)?.rfc3339 == instant)
  }

  private static let refused = [
    "", "2026-02-30", "2026-13-01", "yesterday", "2026-11-20T03:00", "20261120", "2026-00-10",
    "2026-01-00", "2026-04-31", "2027-02-29", "2100-02-29", "2026-1-1", "2026-11-2O", "26-11-2020",
    "2027-02-30T00:00:00Z", "2027-01-17T25:00:00Z", "2027-01-17T24:00:00Z", "2027-01-17T08:60:00Z",
    "2016-12-31T23:59:60Z", "2027-01-17T08:00:61Z", "2027-01-17T08:00:00Zjunk",
    "2027-01-17T08:00:00Z ", " 2027-01-17T08:00:00Z", "2027-01-17T08:00:00", "2027-01-17 08:00:00Z",
    "2027-01-17T08:00:00.Z", "2027-01-17T08:00:00+24:00", "2027-01-17T08:00:00+01:60",
    "2027-01-17T08:00:00+1:00", "2027-01-17T08:00:00+0100", "2027-01-17T08:00:00Z+01:00",
    "2027-01-17T08:00:00GMT", "-2027-01-17", "+2027-01-1", "１2027-01-1", "2027-01-1\u{301}",
    "2027-01-17\n", "2027-01-17T08:00:00Z\n", "9999-12-31T23:59:59-00:01", "1582-12-31",
    "1583-01-01T00:00:00+00:01", "0000-01-01", "2027-01-17T08:00:00.5", "2027-W03-7T08:00:00Z",
  ]

  @Test(arguments: refused)
  func anythingElseIsRefused(text: String) {
    #expect(Date(dayOrInstant: text) == nil)
  }

  /// Every day of 400 years, the span after which the calendar repeats itself, and none that it lacks.
  @Test func exactlyTheDaysOfTheCalendarAreRead() {
    var days = 0
    for year in 1999..<2399 {
      for month in 1...12 {
        for day in 28...32 where Date(dayOrInstant: Self.text(year, month, day)) != nil {
          days += day == 28 ? 28 : 1
        }
      }
    }
    #expect(days == 146_097)
  }

  private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
    "\(year)-\(month < 10 ? "0" : "")\(month)-\(day)"
  }

  @Test(arguments: [
    (Int.min, "1583-01-01T00:00:00Z"), (-12_212_553_600, "1583-01-01T00:00:00Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"), (Int.max, "9999-12-31T23:59:59Z"),
  ])
  func timesStayInTheYearsThatCanBeWritten(seconds: Int, instant: String) {
    #expect(Date(unixSeconds: seconds).rfc3339 == instant)
    #expect(Date(unixSeconds: Date(unixSeconds: seconds).unixSeconds).rfc3339 == instant)
  }

  @Test func secondsBeforeTheEpochRoundDown() {
    #expect(Date(timeIntervalSince1970: -0.5).unixSeconds == -1)
    #expect(Date(unixSeconds: -1).rfc3339 == "1969-12-31T23:59:59Z")
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Sat, 21 Nov 2026 10:00:20 GMT", 1_795_255_220),
    ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
  ])
  func timesOfHTTPAreReadAndWritten(text: String, seconds: Int) {
    let date = Date(timeIntervalSince1970: Double(seconds))
    #expect(Date(httpDate: text) == date)
    #expect(date.httpDate == text)
    #expect(date.addingTimeInterval(0.9).httpDate == text)
  }

  /// The two obsolete forms, which a recipient must read all the same. A year with two digits is the
  /// latest that is not more than 50 years after now.
  @Test(
    arguments: [
      ("Sunday, 06-Nov-94 08:49:37 GMT", 1_795_255_220, 784_111_777),
      ("Saturday, 21-Nov-26 10:00:20 GMT", 1_795_255_220, 1_795_255_220),
      ("Saturday, 21-Nov-26 10:00:20 GMT", 1_795_255_220 + 315_360_000, 1_795_255_220),
      ("Saturday, 21-Nov-26 10:00:20 GMT", 0, nil),
      ("Saturday, 21-Nov-76 10:00:20 GMT", 1_795_255_220, 3_373_178_420),
      ("Sunday, 21-Nov-76 10:00:21 GMT", 1_795_255_220, 217_418_421),
      ("Sun Nov  6 08:49:37 1994", 0, 784_111_777),
      ("Sat Nov 21 10:00:20 2026", 0, 1_795_255_220),
    ] as [(String, Int, Int?)])
  func obsoleteTimesOfHTTPAreRead(text: String, now: Int, seconds: Int?) {
    let date = Date(httpDate: text, now: Date(timeIntervalSince1970: Double(now)))
    #expect(date?.unixSeconds == seconds)
  }

  @Test(arguments: [
    "", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT",
    "Fri, 30 Feb 2024 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 06 nov 1994 08:49:37 GMT", " Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
    "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    "Monday, 06-Nov-94 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
    "Sunday, 6-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
    "Sundry, 06-Nov-94 08:49:37 GMT", "Mon Nov  6 08:49:37 1994", "Sun Nov 6 08:49:37 1994",
    "Sun Nov 31 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT",
  ])
  func anythingElseIsNoTime(text: String) {
    #expect(Date(httpDate: text) == nil)
  }
}
