import ArgumentParser
import FoundationEssentials
import Roster
import Testing

@testable import SampleCommands

/// When `archive` reads the network.
struct SamplePlanTests {
  private static let end = Date(unixSeconds: 1_793_502_000)

  @Test(arguments: [
    (720, 240, [0, 240, 480, 720]), (10, 4, [2, 6, 10]), (3, 3, [0, 3]), (3, 2, [1, 3]),
    (1, 1, [0, 1]),
  ])
  func readingsAreCountedBackFromTheEnd(days: Int, every: Int, expected: [Int]) {
    let plan = SamplePlan(days: days, every: every, end: Self.end)
    #expect(plan.readings.map(\.day) == expected)
    #expect(plan.latest == plan.readings.last && plan.latest.date == Self.end)
    for (earlier, later) in zip(plan.readings, plan.readings.dropFirst()) {
      #expect(later.date.timeIntervalSince(earlier.date) == Double(every) * 86_400)
    }
  }

  @Test(arguments: [
    ("2026-11-20T00:00:00Z", "2026-11-20T03:00:00Z"),
    ("2026-11-20T23:59:59Z", "2026-11-20T03:00:00Z"),
  ])
  func readingsAreAtNight(moment: String, night: String) throws {
    let date = try #require(Date(dayOrInstant: moment))
    #expect(SamplePlan.night(of: date).rfc3339 == night)
  }

  @Test(arguments: [
    (["a", "--days", "10", "--every", "11"], "--every 11 is more than --days 10"),
    (["a", "--sites", "0"], "Without sites there is no history"),
    (["a", "--sites", "20001"], "The number of sites 20001 is out of range"),
    (["", "--days", "9", "--every", "1"], "Name a file for the archive."),
    (["a", "--days", "3651"], "give a whole number from 1 to 3650."),
  ])
  func whatGivesNoHistoryIsRefused(arguments: [String], sentence: String) throws {
    let error = try #require(throws: (any Error).self) {
      _ = try ArchiveCommand.parse(arguments)
    }
    #expect(ArchiveCommand.message(for: error).contains(sentence))
  }
}
