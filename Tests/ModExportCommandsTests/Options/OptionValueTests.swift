import FoundationEssentials
import ModExportCommands
import Testing

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
    ("2026-11-20", 1_795_132_800), ("2026-11-20T04:00:00+01:00", 1_795_143_600),
    ("1969-12-31", -86_400), ("1969-12-30", -172_800),
  ])
  func aSpanBeginsWithADay(text: String, seconds: Int) throws {
    #expect(try Date(startOption: text) == Date(timeIntervalSince1970: Double(seconds)))
  }

  @Test func aDateIsADayOrAnInstant() throws {
    #expect(try Date(option: "2026-11-20").timeIntervalSince1970 == 1_795_219_199)
    #expect(try Date(option: "2026-11-20T04:00:00+01:00").timeIntervalSince1970 == 1_795_143_600)
    for text in ["", "yesterday", "2026-02-30", "20.11.2026", "2026-11-20 04:00"] {
      #expect(
        sentence { try Date(option: text) }
          == "give a day such as 2026-11-20 (its end in UTC) or an instant such as "
          + "2026-11-20T09:30:00Z.")
    }
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
