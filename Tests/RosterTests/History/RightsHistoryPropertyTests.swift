import Foundation
import Roster
import TestKit
import Testing

/// Random histories of rights and renames against what their logs tell.
struct RightsHistoryPropertyTests {
  /// What a tenure claims that the truth contradicts; nil where there is an account that bears it out.
  private static func contradiction(
    _ tenure: LoggedTenure, _ history: SimulatedHistory
  ) -> String? {
    let bounds = tenure.bounds
    let isTrue = history.truths.contains { truth in
      let isAccount =
        tenure.userID.map { $0 == truth.account }
        ?? history.namesOfAccounts[truth.account].contains(tenure.name)
      let began = Date(unixSeconds: truth.began)
      let end = truth.end.map(Date.init(unixSeconds:)) ?? .distantFuture
      return isAccount && truth.role == tenure.role
        && bounds.beganAfter ?? .distantPast <= began && began <= bounds.beganBefore
        && bounds.endedAfter <= end && end <= bounds.endedBefore ?? .distantFuture
    }
    return isTrue ? nil : "\(tenure) of \(history.truths)"
  }

  @Test(arguments: 0..<20) func noTenureContradictsTheTruth(part: Int) {
    for seed in UInt64(part * 250)..<UInt64(part * 250 + 250) {
      var history = SimulatedHistory(seed: seed, isFaulty: true)
      var random = SeededRandom(seed: ~seed)
      // Missing rows are noticed by later ones only.
      let hasMissing = history.events.contains { $0.form == .missing }
      let until = random.chance(30) && !hasMissing ? history.now - 300_000 : history.now
      let since = random.chance(30) ? Date(unixSeconds: 1_100_000) : nil
      let tenures = RightsHistory(history.rows(), since: since, readUntil: Date(unixSeconds: until))
        .tenures(of: Set(SimulatedHistory.roles), sightings: history.sightings)
      for tenure in tenures {
        if let wrong = Self.contradiction(tenure, history) {
          Issue.record("seed \(seed): \(wrong)")
          return
        }
      }
    }
  }

  /// Where nothing is hidden or missing, every tenure is told, each once and with its exact dates.
  @Test(arguments: 0..<4) func whatTheLogsTellIsToldWhole(part: Int) {
    for seed in UInt64(part * 250)..<UInt64(part * 250 + 250) {
      var history = SimulatedHistory(seed: seed, isFaulty: false)
      guard !history.hasTwoLogsAtOneSecond else { continue }
      let until = Date(unixSeconds: history.now)
      let told = RightsHistory(history.rows(), since: nil, readUntil: until)
        .tenures(of: Set(SimulatedHistory.roles))
        .map { tenure in
          let bounds = tenure.bounds
          let began = bounds.beganAfter == bounds.beganBefore ? bounds.beganBefore.rfc3339 : "?"
          let isOver = bounds.endedBefore == bounds.endedAfter
          return "\(tenure.role) \(began) \(isOver ? bounds.endedAfter.rfc3339 : "lasts")"
        }
      let expected = history.truths.map { truth in
        let end = truth.end.map { Date(unixSeconds: $0).rfc3339 } ?? "lasts"
        return "\(truth.role) \(Date(unixSeconds: truth.began).rfc3339) \(end)"
      }
      #expect(told.sorted() == expected.sorted(), "seed \(seed)")
    }
  }

  /// A name that goes back and forth between two accounts, and one account that changes its rights all
  /// the time. With the square of the rows the limit would not do.
  @Test(.timeLimit(.minutes(1))) func manyRowsOfOneNameAreNearLinear() {
    let count = 50_000
    let rows = (0..<count).map { id in
      let role = [RightsChange.Membership(SimulatedHistory.roles[0])]
      let content: LogEntry.Content =
        switch id % 5 {
        case 0: .rename(UserRename(oldName: "Ann", newName: "Anna"))
        case 1: .rename(UserRename(oldName: "Bob", newName: "Ann"))
        case 2: .rights(RightsChange(name: "Ann", before: [], after: role))
        case 3: .rename(UserRename(oldName: "Ann", newName: "Bob"))
        default: .rename(UserRename(oldName: "Anna", newName: "Ann"))
        }
      return RightsHistory.Row(LogEntry(id: id, time: Date(unixSeconds: id * 3_600), content))
    }
    let sightings = (0..<1_000).map { number in
      let time = Date(unixSeconds: number * 50 * 3_600 + 1_000)
      return NameSighting(userID: number % 2, name: "Ann", time: time...time)
    }
    let tenures = RightsHistory(
      rows, since: nil, readUntil: Date(unixSeconds: count * 3_600 + 1)
    ).tenures(of: Set(SimulatedHistory.roles), sightings: sightings)
    #expect(!tenures.isEmpty)
  }
}
