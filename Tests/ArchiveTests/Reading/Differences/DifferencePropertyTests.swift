import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Over random histories, the earlier roster with the differences is the later roster, and the
/// journal has every difference.
struct DifferencePropertyTests {
  private struct Member: Hashable {
    var name: String
    var kind: String
  }

  /// A history of one site, and what was published when.
  private struct RandomHistory {
    private(set) var readings: [(date: Date, roster: [Int: Member])] = []
    /// Who was elected in which tenure, by user, after each reading and each list of the elected.
    private(set) var marks: [(date: Date, marks: [Int: [String]])] = []

    init(_ maker: ArchiveMaker, _ random: inout SeededRandom) throws {
      for number in 1...14 {
        var roster: [Moderator] = []
        for user in 1...7 where random.chance(60) {
          let name = random.chance(70) ? "User \(user)" : "Name \(random.pick([1, 2]))"
          roster.append(.made(user, name, kind: random.chance(80) ? .moderator : .staff))
        }
        let date = day(number)
        if random.chance(15) {
          try maker.fail(roster, site: "math", at: date)
          continue
        }
        try maker.publish(roster, at: date)
        let members = roster.map {
          ($0.userID, Member(name: $0.displayName, kind: $0.kind.rawValue))
        }
        readings.append((date, Dictionary(uniqueKeysWithValues: members)))
        try note(date, maker)
        if random.chance(40) {
          try maker.elect(Set((1...7).filter { _ in random.chance(50) }), at: day(number, 60))
          try note(day(number, 60), maker)
        }
      }
    }

    private mutating func note(_ date: Date, _ maker: ArchiveMaker) throws {
      let rows = try maker.rows(.moderators).map { row in
        (Int(row["user_id"] ?? "") ?? 0, [row["elected"] ?? "", row["first_seen"] ?? ""])
      }
      marks.append((date, Dictionary(uniqueKeysWithValues: rows)))
    }

    /// The roster of a moment; nil before the first.
    func roster(at date: Date) -> [Int: Member]? { readings.last { $0.date <= date }?.roster }
  }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func theEarlierRosterAndTheDifferencesMakeTheLaterOne(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try withArchive { maker in
      let history = try RandomHistory(maker, &random)
      for _ in 0..<12 {
        let days = [Int.random(in: 0...15, using: &random), Int.random(in: 0...15, using: &random)]
        let (from, to) = (day(days.min() ?? 0, 30), day(days.max() ?? 0, 90))
        let comparison = try maker.archive.difference(from: from, to: to)
        guard let earlier = history.roster(at: from), let later = history.roster(at: to) else {
          #expect(comparison.differences.isEmpty && comparison.passages.isEmpty, "seed \(seed)")
          continue
        }
        #expect(
          applying(comparison, to: earlier) == later, "seed \(seed), \(days): \(comparison)")
        #expect(
          comparison.passages == passages(history, from, to), "seed \(seed), \(days)")
        try check(comparison, history, maker.archive, from, to, seed)
      }
    }
  }

  private func applying(
    _ comparison: RosterComparison, to roster: [Int: Member]
  ) -> [Int: Member] {
    var roster = roster
    for found in comparison.differences {
      let difference = found.difference
      let user = difference.userID
      switch difference.what {
      case .joined, .returned:
        roster[user] = Member(name: difference.displayName, kind: found.kind.rawValue)
      case .left: roster[user] = nil
      case .renamed: roster[user]?.name = difference.after ?? ""
      case .kind: roster[user]?.kind = difference.after ?? ""
      case .elected: break
      }
    }
    return roster
  }

  /// Counted from every roster in between.
  private func passages(
    _ history: RandomHistory, _ from: Date, _ to: Date
  ) -> [NetChange.Passage: Int] {
    let first = history.readings.lastIndex { $0.date <= from } ?? 0
    let last = history.readings.lastIndex { $0.date <= to } ?? 0
    let rosters = history.readings[first...last].map(\.roster)
    var passages: [NetChange.Passage: Int] = [:]
    for user in 1...7 {
      let isThere = rosters.map { $0[user] != nil }
      let moves = zip(isThere, isThere.dropFirst()).count { $0 != $1 }
      guard moves > 1 else { continue }
      let isOnOne = isThere[0] || isThere[isThere.count - 1]
      passages[isOnOne ? .leftAndReturned : .cameAndWent, default: 0] += 1
    }
    return passages
  }

  /// The dates of each difference enclose the changes in the journal, and it says whether somebody is
  /// new, and elected.
  private func check(
    _ comparison: RosterComparison, _ history: RandomHistory, _ archive: ArchiveDatabase,
    _ from: Date, _ to: Date, _ seed: UInt64
  ) throws {
    let filter = ChangeFilter(since: from + 1, until: to)
    let journal = try archive.changes(filter).listing.rows.map { row in
      [ChangeColumn.userID, .kind, .previousWalkAt, .observedAt].map {
        row[$0.rawValue].description
      }
    }
    for difference in comparison.differences.map(\.difference) {
      let kinds =
        switch difference.what {
        case .joined, .returned, .left: ["joined", "returned", "left"]
        case .kind, .elected: ["profile"]
        case .renamed: ["renamed"]
        }
      let rows = journal.filter { $0[0] == "\(difference.userID)" && kinds.contains($0[1]) }
      let (previous, observed) = (rows.map { $0[2] }, rows.map { $0[3] })
      if kinds == ["profile"] {
        #expect(previous.contains(difference.previousWalkAt.rfc3339), "seed \(seed)")
        #expect(observed.contains(difference.observedAt.rfc3339), "seed \(seed)")
      } else {
        #expect(previous.min() == difference.previousWalkAt.rfc3339, "seed \(seed)")
        #expect(observed.max() == difference.observedAt.rfc3339, "seed \(seed)")
      }
      let wasBefore = history.readings.contains {
        $0.date <= from && $0.roster[difference.userID] != nil
      }
      if difference.what == .joined { #expect(!wasBefore, "seed \(seed)") }
      if difference.what == .returned { #expect(wasBefore, "seed \(seed)") }
    }
    let elected = comparison.differences.map(\.difference).filter { $0.what == .elected }
    let marks = try changedMarks(history, archive, from, to)
    #expect(elected.map(\.userID) == marks, "seed \(seed), \(from)")
  }

  /// The users whose mark of the same tenure differs. Where the first list of the tenure was read after
  /// the earlier moment, only the journal knows that they were not elected then.
  private func changedMarks(
    _ history: RandomHistory, _ archive: ArchiveDatabase, _ from: Date, _ to: Date
  ) throws -> [Int] {
    func marks(_ date: Date) -> [Int: [String]] {
      history.marks.last { $0.date <= date }?.marks ?? [:]
    }
    let later = marks(to)
    let journaled = try archive.changes(ChangeFilter(since: from + 1, until: to)).listing.rows
      .filter { $0[ChangeColumn.detail.rawValue].description.contains("\"elected\"") }
      .map { $0[ChangeColumn.userID.rawValue] }
    return marks(from).filter { user, mark in
      guard let other = later[user], other[1] == mark[1], other[0] == "1" else {
        return false
      }
      return mark[0] == "0" || (mark[0].isEmpty && journaled.contains(.integer(user)))
    }.map(\.key).sorted()
  }
}
