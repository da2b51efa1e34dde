import Archive
import ArchiveKit
import Foundation
import GRDB
import Roster
import TestKit
import Testing

struct PruneTests {
  /// Twelve weeks with one walk each, some of which published nothing.
  private func fill(_ test: ArchiveMaker, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for week in 0..<12 {
      let roster = (1...8).filter { _ in random.chance(70) }.map { id in
        Moderator.made(id, reputation: id * 100 + week, location: random.chance(50) ? "Oslo" : nil)
      }
      try test.publish(roster, at: day(week * 7), pageSize: 3)
      let walk = try test.archive.openWalk(
        site: "math", run: test.run, at: day(week * 7, 100),
        maxAge: 0)
      for page in test.pages(roster, at: day(week * 7, 200), total: 99) {
        try test.archive.record(page, walk: walk.id)
      }
      try test.archive.finishWalk(
        walk.id, verdict: .incomplete([.totalMismatch]), at: day(week * 7, 200), requests: 1)
      _ = try test.archive.beginRun(at: day(week * 7, 300))
    }
  }

  /// Everything that must stay: who moderated when, under which name, and what changed.
  private func history(_ archive: ArchiveDatabase) throws -> [[Roster.Row]] {
    let days = try (0..<90).map { number in
      try archive.certain(of: "math", on: day(number)).map { [Cell.text("\($0)")] }
    }
    return days + [
      try archive.changes().listing.rows, try archive.listing(.moderators).rows,
      try archive.listing(.formerModerators).rows, try archive.listing(.sites).rows,
    ]
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func everythingButOldEvidenceStays(seed: UInt64) throws {
    try withArchive { test in
      try fill(test, seed: seed)
      let before = try history(test.archive)
      let expected = try test.archive.pruning(before: day(70))
      #expect(expected.pages > 0)
      #expect(expected.runs > 0)
      let counts = try [View.pages, .walks, .runs].map { try test.rows($0).count }
      #expect(try test.archive.prune(before: day(70), at: day(90)) == expected)
      #expect(try test.archive.verify(by: testRules).findings == [], "seed \(seed)")
      #expect(try history(test.archive) == before, "seed \(seed)")
      let left = try [View.pages, .walks, .runs].map { try test.rows($0).count }
      #expect(counts[0] - left[0] == expected.pages)
      #expect(counts[1] == left[1])
      #expect(counts[2] - left[2] == expected.runs)
      #expect(try test.archive.pruning(before: day(70)).isEmpty)
      try test.publish([.made(1)], at: day(100))
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func ofEachMonthOneReputationIsKept() throws {
    try withArchive { test in
      for week in 0..<12 {
        try test.publish([.made(1, reputation: 100 + week)], at: day(week * 7))
      }
      let points = try #require(try test.archive.person(site: "math", userID: 1)).sites[0]
        .reputation
      // The last readings were on 29 January, 26 February and 19 March. Day 31 is 1 February.
      #expect(points.map(\.reputation) == [100, 104, 108, 111])
      #expect(points.map(\.since) == [0, 28, 56, 77].map { day($0) })
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  /// Whatever changed and whatever was pruned: the value for the end of a month was true then, and that
  /// for another day was true on that day or is marked as thinned.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func thinningNeverMisdatesReputation(seed: UInt64) throws {
    try withArchive { test in
      var random = SeededRandom(seed: seed)
      var truth: [Int: Int] = [:]
      var value = 100
      for number in 0..<150 {
        if random.chance(30) { value += 1 }
        if random.chance(50) { try test.publish([.made(1, reputation: value)], at: day(number)) }
        truth[number] = value
        if random.chance(3) {
          _ = try test.archive.prune(
            before: day(Int.random(in: 0...number, using: &random)), at: day(number))
        }
      }
      let points = try #require(try test.archive.person(site: "math", userID: 1)).sites[0]
        .reputation
      for point in points {
        let number = (point.since.unixSeconds - day(0).unixSeconds) / 86_400
        #expect(point.reputation == truth[number], "seed \(seed), day \(number)")
      }
      #expect(try test.archive.verify(by: testRules).findings == [], "seed \(seed)")
    }
  }

  /// A second walk that finds the same adds only a walk and its evidence.
  @Test func aWalkInWhichNothingChangedAddsLittle() throws {
    try withArchive { test in
      let roster = (1...500).map {
        Moderator.made($0, about: String(repeating: "About ", count: 50))
      }
      try test.publish(roster, at: day(1))
      let before = try test.bytesInUse
      for number in 2...11 { try test.publish(roster, at: day(number)) }
      let growth = try test.bytesInUse - before
      print("Ten walks of 500 moderators without a change added \(growth) bytes to \(before).")
      #expect(growth < 10 * 500 * 8)
    }
  }
}

extension ArchiveMaker {
  /// Without the space that SQLite keeps free for later.
  fileprivate var bytesInUse: Int {
    get throws {
      try DatabaseQueue(path: path).read { database in
        let numbers = try ["page_count", "freelist_count", "page_size"].map {
          try Int.fetchOne(database, sql: "PRAGMA \($0)") ?? 0
        }
        return (numbers[0] - numbers[1]) * numbers[2]
      }
    }
  }
}
