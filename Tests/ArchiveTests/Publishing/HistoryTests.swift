import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

struct HistoryTests {
  /// Whatever changes, tenures and journal give every roster again.
  @Test(arguments: 0..<12)
  func historyGivesEveryRosterBack(seed: UInt64) throws {
    try withArchive { test in
      var random = SeededRandom(seed: seed)
      var rosters: [[Moderator]] = []
      for number in 0..<12 {
        let roster = randomRoster(&random)
        rosters.append(roster)
        try test.publish(roster, at: day(number), pageSize: Int.random(in: 3...12, using: &random))
      }
      for (number, roster) in rosters.enumerated() {
        let held = try test.archive.certain(of: "math", on: day(number)).map {
          ["\($0.userID ?? 0)", $0.name, $0.kind?.rawValue ?? ""]
        }
        #expect(
          held.sorted { Int($0[0]) ?? 0 < Int($1[0]) ?? 0 } == Self.summary(roster, false),
          "seed \(seed), day \(number)")
      }
      // Of reputation and places, only the latest are kept.
      let latest = try test.archive.roster(of: "math", sort: .since)
      #expect(Self.summary(latest.listing) == Self.summary(rosters[11], true), "seed \(seed)")
      #expect(latest.source?.readAt == day(11))
      #expect(try test.archive.verify(by: testRules).findings == [], "seed \(seed)")
      try expectSameJournalUnderAnySplit(test.archive, seed: seed)
    }
  }

  private func randomRoster(_ random: inout SeededRandom) -> [Moderator] {
    (1...10).filter { _ in random.chance(65) }.map { id in
      .made(
        id, "Name \(id) \(Int.random(in: 0...2, using: &random))",
        reputation: Int.random(in: 1...4, using: &random) * 50,
        location: random.chance(50) ? "Town \(id)" : nil,
        kind: random.chance(10) ? .staff : .moderator)
    }
  }

  /// Id, name, kind, reputation and location of every moderator, by id.
  private static func summary(_ listing: Listing) -> [[String]] {
    let columns: [ModeratorColumn] = [.userID, .displayName, .kind, .reputation, .location]
    return listing.rows.map { row in columns.map { row[$0.rawValue].description } }
      .sorted { Int($0[0]) ?? 0 < Int($1[0]) ?? 0 }
  }

  private static func summary(_ roster: [Moderator], _ isWhole: Bool) -> [[String]] {
    roster.map {
      [String($0.userID), $0.displayName, $0.kind.rawValue]
        + (isWhole ? [String($0.reputation ?? -1), $0.location ?? ""] : [])
    }
  }

  private func expectSameJournalUnderAnySplit(_ archive: ArchiveDatabase, seed: UInt64) throws {
    let whole = try archive.changes()
    for limit in [1, 2, 3, 7, 100] {
      var rows: [Roster.Row] = []
      var cursor: String?
      repeat {
        let page = try archive.changes(ChangeFilter(limit: limit, before: cursor))
        rows += page.listing.rows
        cursor = page.older
      } while cursor != nil
      #expect(rows == whole.listing.rows, "seed \(seed), limit \(limit)")
      rows = []
      var newer = "0"
      while true {
        let page = try archive.changes(ChangeFilter(limit: limit, after: newer))
        if page.listing.rows.isEmpty { break }
        rows += page.listing.rows
        newer = page.newer
      }
      #expect(rows == whole.listing.rows.reversed(), "seed \(seed), limit \(limit)")
      #expect(newer == whole.newer || whole.listing.rows.isEmpty)
    }
  }

  @Test func beforeTheFirstReadingNothingIsCertain() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(5))
      #expect(try test.archive.certain(of: "math", on: day(4)) == [])
    }
  }

  @Test func whoCameBackIsNoFormerModerator() throws {
    try withArchive { test in
      try test.publish([.made(1), .made(2)], at: day(1))
      try test.publish([.made(1)], at: day(2))
      #expect(try test.archive.roster(of: "math", former: true).listing.rows.map { $0[2] } == [2])
      try test.publish([.made(1), .made(2)], at: day(3))
      #expect(try test.archive.roster(of: "math", former: true).listing.rows.isEmpty)
      #expect(try test.archive.certain(of: "math", on: day(2)).map(\.userID) == [1])
    }
  }

  @Test func theJournalIsFiltered() throws {
    try withArchive(sites: [.math, .cooking]) { test in
      for site in ["math", "cooking"] as [SiteRef] {
        try test.publish([.made(1)], site: site, at: day(1))
        try test.publish([.made(2)], site: site, at: day(site == "math" ? 2 : 3))
      }
      func count(_ filter: ChangeFilter) throws -> Int {
        try test.archive.changes(filter).listing.rows.count
      }
      #expect(try count(ChangeFilter()) == 4)
      #expect(try count(ChangeFilter(site: "math")) == 2)
      #expect(try count(ChangeFilter(network: "other")) == 0)
      #expect(try count(ChangeFilter(kinds: [.joined])) == 2)
      #expect(try count(ChangeFilter(kinds: [.joined, .left])) == 4)
      #expect(try count(ChangeFilter(since: day(3))) == 2)
      #expect(try count(ChangeFilter(until: day(2))) == 2)
      let mark = try test.archive.identity().prefix(8)
      #expect(try count(ChangeFilter(before: "\(mark)-5")) == 4)
      #expect(try count(ChangeFilter(after: "\(mark)-4")) == 0)
      #expect(try count(ChangeFilter(after: "3")) == 1)
      for cursor in [
        "x", "-1", "1.5", "", "6", "\(mark)-6", "\(mark)-x", "\(mark)-1-2", "00000000-1",
      ] {
        let error = #expect(throws: ArchiveError.self) { try count(ChangeFilter(before: cursor)) }
        #expect(error?.code == .badCursor)
      }
    }
  }

  /// A site can list two users of one account.
  @Test func aSiteIsCountedOnceForEachPerson() throws {
    try withArchive { test in
      try test.publish(
        [.made(1, "Ann", account: 5, reputation: 10), .made(2, "Ann B", account: 5)], at: day(1))
      let people = try test.archive.people(limit: 1)
      #expect(people.rows.first?[3...].map(\.description) == ["1", "210", "math"])
    }
  }

  @Test func peopleAreCountedOverSites() throws {
    try withArchive(sites: [.math, .cooking]) { test in
      try test.publish([.made(1, "Ann", account: 5, reputation: 10), .made(2)], at: day(1))
      try test.publish([.made(9, "Anne", account: 5, reputation: 20)], site: "cooking", at: day(1))
      let people = try test.archive.people(limit: 1)
      #expect(
        people.rows == [
          [
            .text("stackexchange"), .integer(5), .text("Anne"), .integer(2), .integer(30),
            .text("cooking math"),
          ]
        ])
      #expect(try test.archive.listing(.people).rows.count == 2)
      #expect(
        try test.archive.person(account: 5, network: testNetwork)?.sites.map(\.site) == [
          "cooking", "math",
        ])
      #expect(try test.archive.person(site: "math", userID: 1)?.displayName == "Anne")
      #expect(try test.archive.person(account: 77, network: testNetwork) == nil)
      #expect(try test.archive.person(site: "math", userID: 77) == nil)
    }
  }
}
