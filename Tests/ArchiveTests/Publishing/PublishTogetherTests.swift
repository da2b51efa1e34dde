import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Rosters that are published in one transaction.
struct PublishTogetherTests {
  private static let sites = (1...3).map { Site.made($0) }

  /// The same rows and the same index as one after the other.
  @Test func togetherIsTheSameAsOneAfterTheOther() throws {
    let contents = try [true, false].map { isTogether in
      try withTemporaryFolder { folder in
        let test = try ArchiveMaker(folder, sites: Self.sites)
        for number in 1...3 {
          let walks = Self.sites.map { site in
            let roster: [Moderator] = [.made(1, "Name \(number)"), .made(number + 1)]
            return test.unrecorded(roster, of: site.ref, day(number))
          }
          let results =
            isTogether
            ? test.archive.publish(walks) : walks.flatMap { test.archive.publish([$0]) }
          #expect(try results.map { try $0.get().moderators } == [2, 2, 2])
        }
        #expect(try test.archive.verify(by: testRules).findings == [])
        // The archive's own id is random.
        return try test.file.content().filter {
          !$0.key.hasPrefix("search_") && $0.key != "archive"
        }
      }
    }
    let (together, apart) = (contents[0], contents[1])
    #expect(together.keys.sorted() == apart.keys.sorted())
    for (table, rows) in together { #expect(rows == apart[table], "\(table)") }
  }

  @Test func aRosterThatIsNotProvenKeepsNoOtherBack() throws {
    try withTemporaryFolder { folder in
      let test = try ArchiveMaker(folder, sites: Self.sites)
      var walks = Self.sites.map { test.unrecorded([.made(1)], of: $0.ref, day(1)) }
      walks[1] = test.unrecorded([.made(1)], of: Self.sites[1].ref, day(1), total: 2)
      let results = test.archive.publish(walks)
      #expect(throws: ArchiveError.self) { try results[1].get() }
      #expect(try [results[0], results[2]].map { try $0.get().moderators } == [1, 1])
      #expect(try test.rows(.moderators).map { $0["site"] } == ["site1", "site3"])
      #expect(try test.archive.verify(by: testRules).findings == [])
      // Nothing is left of the walk that was not published.
      #expect(try test.rows(.walks).count == 2)
    }
  }

  @Test func whatNobodyWaitsForIsNotPublished() throws {
    try withTemporaryFolder { folder in
      let test = try ArchiveMaker(folder)
      let roster = (1...1_000).map { Moderator.made($0) }
      var walk = test.unrecorded(roster, of: "math", day(1))
      walk.isCancelled = { true }
      let results = test.archive.publish([walk])
      #expect(throws: CancellationError.self) { try results[0].get() }
      #expect(try test.rows(.walks).isEmpty)
    }
  }
}
