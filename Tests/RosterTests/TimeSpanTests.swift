import Foundation
import Roster
import TestKit
import Testing

/// What a tenure says about a day, a month or a year.
struct TimeSpanTests {
  @Test(arguments: [
    ("2019", "2019-01-01", "2020-01-01", "in 2019"),
    ("2019-06", "2019-06-01", "2019-07-01", "in Jun 2019"),
    ("2019-12", "2019-12-01", "2020-01-01", "in Dec 2019"),
    ("2019-06-30", "2019-06-30", "2019-07-01", "on 30 Jun 2019"),
    ("2020-02-29", "2020-02-29", "2020-03-01", "on 29 Feb 2020"),
  ])
  func aDayAMonthAndAYearAreTimes(text: String, first: String, next: String, words: String) throws {
    let span = try #require(TimeSpan(text))
    #expect(span.beginning.rfc3339 == "\(first)T00:00:00Z")
    #expect(span.end.rfc3339 == "\(next)T00:00:00Z")
    #expect(span.phrase == words)
  }

  /// No year follows it.
  @Test func theLastYearIsCalledAsItIsTyped() {
    #expect(TimeSpan("9999")?.phrase == "in 9999")
  }

  @Test(arguments: [
    "", "19", "2019-", "2019-6", "2019-13", "2019-02-29", "2019-06-31", "2019-06-30T00:00:00Z",
    "0000",
    "20190630", "٢٠١٩", "2019-06-30-01",
  ])
  func nothingElseIsATime(text: String) {
    #expect(TimeSpan(text) == nil)
  }

  private static func day(_ number: Int) -> Date {
    Date(timeIntervalSince1970: Double((20_000 + number) * 86_400 + 10_800))
  }

  private static func bounds(_ numbers: (Int?, Int, Int, Int?)) -> TenureBounds {
    TenureBounds(
      beganAfter: numbers.0.map { day($0) }, beganBefore: day(numbers.1),
      endedAfter: day(numbers.2),
      endedBefore: numbers.3.map { day($0) }, source: .reading)
  }

  /// Joined between two readings, seen in two, left between the last of them and the next one.
  @Test(arguments: [
    (1, nil), (3, TenureBounds.Known.maybe), (5, .yes), (7, .yes), (9, .yes), (11, .maybe),
    (14, nil),
  ])
  func betweenReadingsItIsPerhaps(number: Int, known: TenureBounds.Known?) throws {
    let bounds = Self.bounds((2, 5, 9, 13))
    let span = try #require(TimeSpan(String(Self.day(number).rfc3339.prefix(10))))
    #expect(bounds.known(in: span) == known)
  }

  /// Two readings by a clock that was years ahead: they prove that somebody was there since, and not when.
  @Test(arguments: [(3, nil), (5, TenureBounds.Known.yes), (7, .yes), (20, .maybe), (900, .maybe)])
  func aReadingOfTheFutureProvesNothingOfADay(number: Int, known: TenureBounds.Known?) throws {
    let span = try #require(TimeSpan(String(Self.day(number).rfc3339.prefix(10))))
    let bounds = Self.bounds((4, 5, 1_000, nil))
    let trusted = bounds.trusted(until: Self.day(30), last: Self.day(9))
    #expect(trusted.known(in: span) == known && bounds.known(in: span) == known.map { _ in .yes })
    let joined = Self.bounds((999, 1_000, 1_000, nil)).trusted(
      until: Self.day(30), last: Self.day(9))
    #expect(joined.known(in: span) == (number > 9 ? .maybe : nil))
  }

  @Test func withoutABoundItIsPerhaps() throws {
    let open = Self.bounds((nil, 5, 9, nil))
    let before = try #require(TimeSpan(String(Self.day(1).rfc3339.prefix(10))))
    let after = try #require(TimeSpan(String(Self.day(20).rfc3339.prefix(10))))
    #expect(open.known(in: before) == .maybe && open.known(in: after) == .maybe)
  }

  @Test func intervalsAreWritten() {
    let date = { (text: String) in Date(dayOrInstant: text) ?? .distantPast }
    let seen = TenureBounds(
      beganAfter: date("2026-10-25T03:00:00Z"), beganBefore: date("2026-11-24T03:00:00Z"),
      endedAfter: date("2026-12-24T03:00:00Z"), endedBefore: date("2027-01-24T03:00:00Z"),
      source: .reading)
    #expect(seen.from == "between 25 Oct and 24 Nov 2026")
    #expect(seen.end == "left between 24 Dec 2026 and 24 Jan 2027")
    let corrected = TenureBounds(
      beganAfter: date("2026-03-02T03:00:00Z"), beganBefore: date("2026-04-11T03:00:00Z"),
      endedAfter: date("2026-03-02T03:00:00Z"), endedBefore: nil, source: .reading)
    #expect(corrected.beginning == "joined between 2 Mar and 11 Apr 2026")
    #expect(corrected.end == "still there then")
    let open = TenureBounds(
      beganAfter: nil, beganBefore: date("2024-12-04T03:00:00Z"),
      endedAfter: date("2024-12-04T03:00:00Z"), endedBefore: nil, source: .reading)
    #expect(open.from == "4 Dec 2024 or earlier" && open.until == "4 Dec 2024 or later")
    #expect(open.beginning == "there on 4 Dec 2024 or earlier")
    let logged = TenureBounds(
      beganAfter: date("2008-03-04T05:06:07Z"), beganBefore: date("2008-03-04T05:06:07Z"),
      endedAfter: date("2011-02-03T04:05:06Z"), endedBefore: date("2011-02-03T04:05:06Z"),
      source: .log)
    #expect(logged.beginning == "joined on 4 Mar 2008, 05:06:07")
    #expect(logged.end == "left on 3 Feb 2011, 04:05:06")
  }
}
