import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Between which readings a tenure began and ended, and the readings themselves.
struct BoundsTests {
  private static let ann = Moderator.made(1, "Ann", account: 11)
  private static let bob = Moderator.made(2, "Bob", kind: .staff)
  private static let cy = Moderator.made(3, "Cy")

  /// Bob comes after two days and leaves; the reading before the last one is not proven.
  private static func withReadings(_ body: (ArchiveMaker) throws -> Void) throws {
    try withArchive { maker in
      try maker.publish([ann], at: day(1))
      try maker.publish([ann, bob, cy], at: day(3))
      try maker.publish([ann, bob], at: day(4))
      try maker.fail([ann], site: "math", at: day(5))
      try maker.publish([ann], at: day(9))
      try body(maker)
    }
  }

  @Test func tenuresHaveTheirFourBounds() throws {
    try Self.withReadings { maker in
      let bounds = try maker.rows(.tenures).map { row in
        ["user_id", "kind", "began_after", "began_before", "ended_after", "ended_before"].map {
          row[$0] ?? "-"
        }
      }
      let (first, second, third, last) = (
        day(1).rfc3339, day(3).rfc3339, day(4).rfc3339, day(9).rfc3339
      )
      #expect(
        bounds == [
          ["1", "moderator", "", first, Self.begun(9), ""],
          ["2", "staff", Self.begun(1), second, Self.begun(4), last],
          ["3", "moderator", Self.begun(1), second, Self.begun(3), third],
        ])
      #expect(try maker.rows(.tenures).allSatisfy { $0["source"] == "reading" })
    }
  }

  /// When the walk of a day began: what came after that may not be on it.
  private static func begun(_ number: Int) -> String {
    day(number).addingTimeInterval(-60).rfc3339
  }

  @Test func observationsArePublishedReadingsAndNothingElse() throws {
    try Self.withReadings { maker in
      let rows = try maker.archive.listing(.observations).rows
      let expected: [Row] = zip([nil, 1, 3, 4], [(1, 1), (3, 3), (4, 2), (9, 1)]).map {
        before, reading in
        [
          .text(testNetwork), "math", .text(day(reading.0).rfc3339),
          before.map { .text(Self.begun($0)) } ?? .null,
          before.map { .integer((reading.0 - $0) * 86_400 + 60) } ?? .null,
          .integer(reading.1), "complete",
        ]
      }
      #expect(rows == expected)
    }
  }

  /// Who left while a reading was under way may be on it.
  @Test func aReadingThatTakesHoursMayHaveMissedAllSinceItBegan() throws {
    try withArchive { maker in
      let hours: TimeInterval = 7 * 3_600
      try maker.publish([Self.ann, Self.bob], at: day(1))
      try maker.publish([Self.ann, Self.bob, Self.cy], at: day(3), after: hours)
      try maker.publish([Self.cy], at: day(9))
      let begun = day(3).addingTimeInterval(-hours).rfc3339
      let readings = try maker.rows(.observations)
      #expect(readings.map { $0["previous_read_at"] } == ["", Self.begun(1), begun])
      #expect(readings.last?["gap_seconds"] == "\(6 * 86_400 + 7 * 3_600)")

      // Whatever tells of a change has the same bounds.
      let tenures = try maker.rows(.tenures)
      let changes = try maker.rows(.changes)
      #expect(changes.map { $0["kind"] } == ["joined", "left", "left"])
      for change in changes {
        let tenure = try #require(tenures.first { $0["user_id"] == change["user_id"] })
        let ends = change["kind"] == "left"
        let (lower, upper) = (change["previous_walk_at"], change["observed_at"])
        #expect(tenure[ends ? "ended_after" : "began_after"] == lower)
        #expect(tenure[ends ? "ended_before" : "began_before"] == upper)
        #expect(readings.first { $0["read_at"] == upper }?["previous_read_at"] == lower)
      }
    }
  }

  /// A cache answers with what was true before it was asked: who left between the two may be on the answer.
  @Test(arguments: [1, 3_000])
  func aCachedAnswerTellsNothingOfTheTimeSinceItWasTrue(age: Int) throws {
    try withArchive { maker in
      try maker.publish([Self.ann, Self.bob], at: day(1), after: -TimeInterval(age))
      // With a second's age, both readings fall into one second.
      let next = age == 1 ? day(1) : day(2)
      try maker.publish([Self.ann, Self.cy], at: next, after: 0)
      let seen = age == 1 ? day(1, 1) : day(2)
      let changes = try maker.rows(.changes)
      #expect(Set(changes.map { $0["kind"] }) == ["joined", "left"])
      for change in changes {
        #expect(change["previous_walk_at"] == day(1).rfc3339)
        #expect(change["observed_at"] == seen.rfc3339)
      }
      let tenures = try maker.rows(.tenures).map { [$0["began_after"], $0["ended_after"]] }
      #expect(
        tenures == [
          ["", next.rfc3339], ["", day(1).rfc3339], [day(1).rfc3339, next.rfc3339],
        ])
      let readings = try maker.rows(.observations)
      #expect(readings.last?["previous_read_at"] == day(1).rfc3339)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func aCachedListOfTheElectedTellsNothingOfTheTimeSinceItWasTrue() throws {
    try withArchive { maker in
      try maker.publish([Self.ann, Self.cy], at: day(1))
      let pages = maker.pages([Self.ann], at: day(2), total: 1)
      _ = try maker.archive.setElected(
        Evidence(pages: pages.map(\.evidence)), by: .test, site: "math", startedAt: day(2, 3_000),
        at: day(2, 3_001))
      try maker.elect([1, 3], at: day(3))
      #expect(try maker.rows(.changes).map { $0["previous_walk_at"] } == [day(2).rfc3339])
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// Who returns under another name may have taken it at any time since they left.
  @Test func aRenameDuringAnAbsenceIsBoundedByIt() throws {
    try withArchive { maker in
      try maker.publish([Self.ann, Self.bob], at: day(1))
      try maker.publish([Self.ann], at: day(2))
      try maker.publish([Self.ann], at: day(3))
      let rob = Moderator.made(2, "Rob")
      try maker.publish([Self.ann, rob], at: day(4))
      let changes = try maker.rows(.changes).filter { $0["user_id"] == "2" }
      #expect(
        Set(changes.map { [$0["kind"], $0["previous_walk_at"]] }) == [
          ["left", Self.begun(1)], ["returned", Self.begun(3)], ["renamed", Self.begun(1)],
          ["profile", Self.begun(1)],
        ])
      #expect(try maker.archive.verify(by: testRules).findings == [])
      // What changes later is bounded by the readings around it.
      try maker.publish([Self.ann, .made(2, "Robert")], at: day(5))
      let later = try maker.rows(.changes).filter { $0["observed_at"] == day(5).rfc3339 }
      #expect(later.map { $0["previous_walk_at"] } == [Self.begun(4)])
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// A tenure is bounded by readings of two grades.
  @Test func theWeakestReadingGivesTheGradeOfATenure() throws {
    try withArchive { maker in
      try maker.publish([Self.ann, Self.cy], at: day(1), total: .some(3))
      try maker.publish([Self.ann, Self.cy], at: day(2))
      try maker.publish([Self.ann, Self.bob], at: day(3))
      let grades = try maker.rows(.tenures).map { [$0["user_id"], $0["grade"]] }
      #expect(grades == [["1", "published"], ["2", "complete"], ["3", "published"]])
      let readings = try maker.rows(.observations).map { $0["grade"] }
      #expect(readings == ["published", "complete", "complete"])
    }
  }
}
