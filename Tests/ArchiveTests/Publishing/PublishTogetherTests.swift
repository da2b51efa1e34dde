import ArchiveKit
import Foundation
import GRDB
import Roster
import Synchronization
import TestKit
import Testing

@testable import Archive

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

  @Test func aFullDiskIsNamedAtOnce() throws {
    try withTemporaryFolder { folder in
      let test = try ArchiveMaker(folder, sites: Self.sites)
      try test.archive.write { database in
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages + 40)")
      }
      let tried = Mutex<[SiteID]>([])
      // There is room for a part of each of them.
      let walks = Self.sites.map { site in
        var walk = test.unrecorded((1...1_000).map { .made($0) }, of: site.ref, day(1))
        walk.isCancelled = {
          tried.withLock { if $0.last != site.id { $0.append(site.id) } }
          return false
        }
        return walk
      }
      for result in test.archive.publish(walks) {
        let error = #expect(throws: ArchiveError.self) { try result.get() }
        #expect(error?.code == .unwritable && "\(error as Any)".contains("make room on its disk"))
      }
      // None is tried again alone.
      #expect(tried.withLock(\.self) == ["site1"])
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
