import ArgumentParser
import FoundationEssentials
import Roster
import Testing

@testable import ModExportCommands

struct OptionValueTests {
  static let durations: [(String, Duration)] = [
    ("0s", .zero), ("90s", .seconds(90)), ("5m", .seconds(300)), ("12h", .seconds(43_200)),
    ("7d", .seconds(604_800)), ("500ms", .milliseconds(500)), ("007s", .seconds(7)),
    ("10000d", .seconds(864_000_000)),
  ]

  @Test(arguments: durations)
  func aDurationIsANumberAndAUnit(text: String, duration: Duration) throws {
    #expect(try Duration(option: text) == duration)
  }

  @Test(arguments: ["", "s", "5", "-5s", "5 s", "1.5h", "5S", "٥s", "5w", "5s6m"])
  func nothingElseIsADuration(text: String) {
    #expect(
      sentence { try Duration(option: text) }
        == "give a number and a unit, such as 500ms, 90s, 5m, 12h or 7d.")
  }

  @Test(arguments: ["10001d", "99999999999999999999s", "9223372036854775807d"])
  func aDurationHasAnEnd(text: String) {
    #expect(sentence { try Duration(option: text) } == "give at most 10000d.")
  }

  static let numbers: [(ClosedRange<Int>, String, Int?, String)] = [
    (1...30, "1", 1, ""), (1...30, "30", 30, ""),
    (1...30, "0", nil, "give a whole number from 1 to 30."),
    (1...30, "31", nil, "give a whole number from 1 to 30."),
    (1...30, "ten", nil, "give a whole number from 1 to 30."),
    (0 ... .max, "-1", nil, "give a whole number of at least 0."),
    (0 ... .max, "99999999999999999999", nil, "give a whole number of at least 0."),
    (0 ... .max, "0", 0, ""),
  ]

  @Test(arguments: numbers)
  func aNumberKeepsToItsRange(
    range: ClosedRange<Int>, text: String, number: Int?, message: String
  ) {
    let read = Int.option(within: range)
    #expect((try? read(text)) == number)
    #expect(sentence { try read(text) } == message)
  }

  @Test(arguments: [
    ("2026-11-20", TimeSpan("2026-11-20").map(DateOption.span)),
    ("2026-11-20T04:00:00+01:00", .instant(Date(timeIntervalSince1970: 1_795_143_600))),
    ("0d", .ago(seconds: 0)),
    ("12h", .ago(seconds: 43_200)), ("7d", .ago(seconds: 604_800)),
    ("4w", .ago(seconds: 2_419_200)),
    ("10000d", .ago(seconds: 864_000_000)), ("2026", TimeSpan("2026").map(DateOption.span)),
  ])
  func aDateIsADayAnInstantOrRelative(text: String, date: DateOption?) throws {
    #expect(try DateOption(option: text) == date)
  }

  @Test func aDateIsNothingElse() {
    for text in [
      "", "today", "yesterday", "tomorrow", "2026-02-30", "20.11.2026", "2026-11-20 04:00", "90m",
      "30s", "d", "-7d",
      "7D",
      "1.5d", "٥d", "7d 1h",
    ] {
      #expect(
        sentence { try DateOption(option: text) }
          == "give a day, month or year such as 2026-11-20 (in UTC), an instant such as 2026-11-20T09:30:00Z, or a time "
          + "ago such as 12h, 7d or 4w.")
    }
    for text in ["10001d", "99999999999999999999w", "9223372036854775807h"] {
      #expect(sentence { try DateOption(option: text) } == "give at most 10000d.")
    }
  }

  /// The clock stands at 2026-11-20T03:00:00Z.
  @Test(arguments: [
    ("2026-11-20", "2026-11-20T00:00:00Z", "2026-11-20T23:59:59Z"),
    ("1969-12-31", "1969-12-31T00:00:00Z", "1969-12-31T23:59:59Z"),
    ("2026-11-20T04:00:00+01:00", "2026-11-20T03:00:00Z", "2026-11-20T03:00:00Z"),
    ("1d", "2026-11-19T03:00:00Z", "2026-11-19T03:00:00Z"),
  ])
  func aSpanHoldsTheWholeDay(text: String, start: String, end: String) throws {
    let console = Console.recording(CapturedStream())
    let context = try CommandContext(try GlobalOptions.parse([]), on: console)
    let date = try DateOption(option: text)
    #expect(date.date(.start, in: context).rfc3339 == start)
    #expect(date.date(.end, in: context).rfc3339 == end)
  }

  private func sentence<Value>(_ read: () throws -> Value) -> String {
    do {
      _ = try read()
      return ""
    } catch {
      return "\(error)"
    }
  }
}
