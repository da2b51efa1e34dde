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
      // A walk begins a minute before it is read, and only what comes before its beginning is not on it.
      let start = day(1).addingTimeInterval(-60).rfc3339
      let (first, second, third, last) = (
        day(1).rfc3339, day(3).rfc3339, day(4).rfc3339, day(9).rfc3339
      )
      #expect(
        bounds == [
          ["1", "moderator", "", first, last, ""],
          ["2", "staff", start, second, third, last],
          ["3", "moderator", start, second, second, third],
        ])
      #expect(try maker.rows(.tenures).allSatisfy { $0["source"] == "observed" })
      let past = try ArchiveDay(maker.archive, at: day(3))
      var then: [[Cell]] = []
      try past.forEachRow(of: .tenures, site: nil, order: .key) { row in
        then.append([TenureColumn.beganAfter, .endedAfter, .endedBefore].map { row[$0.rawValue] })
      }
      #expect(
        then == [
          [.null, .text(second), .null], [.text(start), .text(second), .null],
          [.text(start), .text(second), .null],
        ])
    }
  }

  @Test func observationsArePublishedReadingsAndNothingElse() throws {
    try Self.withReadings { maker in
      let rows = try maker.archive.listing(.observations).rows
      let days = [1, 3, 4, 9]
      #expect(
        rows
          == zip(days, [1, 3, 2, 1]).enumerated().map { place, reading in
            let before = place == 0 ? nil : days[place - 1]
            return [
              .text(testNetwork), "math", .text(day(reading.0).rfc3339),
              before.map { .text(day($0).rfc3339) } ?? .null,
              before.map { .integer((reading.0 - $0) * 86_400) } ?? .null,
              .integer(reading.1), "complete",
            ]
          })
      let early = try maker.archive.listing(.observations, ViewFilter(until: day(3)))
      #expect(early.rows.count == 2)
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
