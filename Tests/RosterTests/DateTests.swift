import FoundationEssentials
import Roster
import Testing

struct DateTests {
  @Test(arguments: [
    ("2026-11-20", "2026-11-20T23:59:59Z"), ("2026-11-20T03:00:00Z", "2026-11-20T03:00:00Z"),
    ("2026-11-20T04:00:00+01:00", "2026-11-20T03:00:00Z"),
    ("2026-11-20T03:00:00.750Z", "2026-11-20T03:00:00Z"),
  ])
  func daysAndInstantsAreRead(text: String, instant: String) {
    #expect(Date(dayOrInstant: text)?.rfc3339 == instant)
  }

  @Test(arguments: ["", "2026-02-30", "2026-13-01", "yesterday", "2026-11-20T03:00", "20261120"])
  func anythingElseIsRefused(text: String) {
    #expect(Date(dayOrInstant: text) == nil)
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

  @Test(arguments: [
    "", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT",
    "Fri, 30 Feb 2024 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 06 nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994", " Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
    "Sun, ٠٦ Nov 1994 08:49:37 GMT",
  ])
  func anythingElseIsNoTime(text: String) {
    #expect(Date(httpDate: text) == nil)
  }
}
