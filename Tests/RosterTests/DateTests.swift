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
}
