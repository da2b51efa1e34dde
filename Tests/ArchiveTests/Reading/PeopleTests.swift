import Archive
import ArchiveKit
import Foundation
import Roster
import Testing

struct PeopleTests {
  /// One account that moderates the same site under many ids, each with as much reputation as fits.
  @Test(arguments: [Int.max, Int.min, 1 << 53])
  func sumsOfReputationStayWithinTheirBounds(reputation: Int) throws {
    try withArchive { test in
      try test.publish(
        (1...2_000).map { .made($0, account: 7, reputation: reputation) } + [.made(9_000)],
        at: day(1))
      let rows = try test.archive.people().rows
      let sums = Dictionary(uniqueKeysWithValues: rows.map { ($0[1], $0[4]) })
      #expect(
        sums == [
          .integer(7): .integer(reputation < 0 ? Int.min : Int.max),
          .integer(10_000): .integer(900_000),
        ])
      #expect(try test.archive.listing(.people).rows.count == 2)
      #expect(try test.archive.people(limit: 1).rows.count == 1)
    }
  }

  @Test func peopleOfUnknownReputationHaveNone() throws {
    try withArchive { test in
      var ann = Moderator.made(1)
      ann.reputation = nil
      try test.publish([ann, .made(2)], at: day(1))
      #expect(try test.archive.people().rows.map { $0[4] } == [.integer(200), .null])
    }
  }
}
