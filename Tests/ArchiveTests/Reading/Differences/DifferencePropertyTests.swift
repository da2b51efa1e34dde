import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Over random histories, the differences of two moments are what the readings around both show, and those of the
/// answers about both.
struct DifferencePropertyTests {
  /// Who was read when, the oldest first.
  private typealias Readings = [(date: Date, roster: [Int: String])]

  private func publishAtRandom(
    _ maker: ArchiveMaker, _ random: inout SeededRandom
  ) throws -> Readings {
    var readings: Readings = []
    for number in 1...14 {
      var roster: [Moderator] = []
      for user in 1...7 where random.chance(60) {
        let name = random.chance(70) ? "User \(user)" : "Name \(random.pick([1, 2]))"
        roster.append(.made(user, name, kind: random.chance(80) ? .moderator : .staff))
      }
      if random.chance(15) {
        try maker.fail(roster, site: "math", at: day(number))
        continue
      }
      try maker.publish(roster, at: day(number))
      let members = roster.map { ($0.userID, "\($0.displayName), \($0.kind)") }
      readings.append((day(number), Dictionary(uniqueKeysWithValues: members)))
      if random.chance(40) {
        try maker.elect(Set((1...7).filter { _ in random.chance(50) }), at: day(number, 60))
      }
    }
    return readings
  }

  /// Whether a user is there at a moment between two readings, by these two; after the last one by that.
  private func known(_ user: Int, at date: Date, _ readings: Readings) -> String {
    let before = readings.last { $0.date <= date }?.roster[user] != nil
    let after = readings.first { $0.date > date }.map { $0.roster[user] != nil } ?? before
    return before && after ? "yes" : before || after ? "maybe" : "no"
  }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func theDifferencesAreThoseOfTheReadingsAroundBothMoments(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try withArchive { maker in
      let readings = try publishAtRandom(maker, &random)
      for _ in 0..<12 {
        let days = [Int.random(in: 0...15, using: &random), Int.random(in: 0...15, using: &random)]
        let (from, to) = (day(days.min() ?? 0, 30), day(days.max() ?? 0, 90))
        let comparison = try maker.archive.difference(from: from, to: to)
        let comment = Comment(rawValue: "seed \(seed), \(days): \(comparison)")
        guard readings.contains(where: { $0.date > from && $0.date <= to }),
          readings[0].date <= from
        else {
          #expect(comparison.differences.isEmpty && comparison.passages.isEmpty, comment)
          continue
        }
        check(comparison, readings, from, to, comment)
        try checkAnswers(comparison, maker.archive, from, to, comment)
      }
    }
  }

  private func check(
    _ comparison: RosterComparison, _ readings: Readings, _ from: Date, _ to: Date,
    _ comment: Comment
  ) {
    for user in 1...7 {
      let ends = [known(user, at: from, readings), known(user, at: to, readings)]
      let found = comparison.differences.filter { $0.tenure.userID == user }
      let moves = found.filter { [.joined, .returned, .left].contains($0.what) }
      if ends[0] != ends[1], moves.isEmpty {
        // Nobody knows when those began who were there from the first reading on.
        #expect(ends.contains("maybe") && comparison.unsure > 0, comment)
      }
      // Who is there at the end of what is known is there perhaps on a later day.
      let isRead = readings.contains { $0.date >= DayNumber(to).date }
      let shown = [ends[0], ends[1] == "yes" && !isRead ? "maybe" : ends[1]]
      for move in moves {
        #expect([move.before, move.after] == shown, comment)
        let isCertain = !shown.contains("maybe")
        #expect(move.known == (isCertain ? .yes : .maybe), comment)
        let wasBefore = readings.contains { $0.date <= from && $0.roster[user] != nil }
        #expect(move.what == .left || (move.what == .returned) == wasBefore, comment)
      }
      let first = readings.last { $0.date <= from }?.roster[user]
      let last = readings.last { $0.date <= to }?.roster[user]
      guard ends == ["yes", "yes"], first != last, let first, let last else { continue }
      let told = found.filter { [.renamed, .kind].contains($0.what) }
      #expect(told.allSatisfy { first.contains($0.before ?? "?") }, comment)
      #expect(told.allSatisfy { last.contains($0.after ?? "?") }, comment)
      #expect(!told.isEmpty, comment)
    }
  }

  /// The same sets as the answers about both moments.
  private func checkAnswers(
    _ comparison: RosterComparison, _ archive: ArchiveDatabase, _ from: Date, _ to: Date,
    _ comment: Comment
  ) throws {
    let span = TimeSpan(from: from, through: from)
    let before = try archive.holders(of: "math", in: span)
    for found in comparison.differences {
      let known = before.first { $0.tenure.holder == found.tenure.holder }?.known
      switch found.what {
      case .joined, .returned, .left: #expect(found.before == known?.rawValue ?? "no", comment)
      case .renamed, .kind, .elected: #expect(known == .yes, comment)
      }
    }
  }
}
