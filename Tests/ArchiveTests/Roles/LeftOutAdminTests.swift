import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Sites whose list of moderators lacks those who are admins: it proves nothing of them.
struct LeftOutAdminTests {
  private static let rules = ProofRules([.whole], total: .exact, allowsEmptyRoster: true)
  private static let people = ["Ann", "Bob", "Cho"]

  /// Reads the site on the days from 1. Whom the archive knows as a moderator stays on that list while an admin.
  ///
  /// - Parameter readings: The ids of moderators and of admins.
  private static func read(
    _ readings: [(moderators: [Int], admins: [Int])], _ maker: ArchiveMaker
  ) throws {
    for (index, reading) in readings.enumerated() {
      let date = day(index + 1)
      let lists = [(Role.moderator, reading.moderators), (.admin, reading.admins)]
      let pages = lists.flatMap { role, ids in
        maker.listPages(
          ids.map { .made($0, people[$0 - 1], role: role) }, of: role, at: date, total: nil,
          by: rules)
      }
      let walk = try maker.begin(pages, at: date)
      _ = try maker.archive.publish(walk, by: rules, at: date, requests: 1)
    }
  }

  private static func begun(_ number: Int) -> String { (day(number) - 60).rfc3339 }

  /// The bounds of the ends of Bob's tenure as a moderator.
  private static func end(_ row: [String: String]?) -> [String?] {
    [row?["ended_after"], row?["ended_before"]]
  }

  private static func isOfBob(_ row: [String: String]) -> Bool {
    row["user_id"] == "2" && row["role"] == "moderator"
  }

  @Test func whoIsAnAdminMayHaveStoppedToModerateSince() throws {
    try withArchive { maker in
      let asAdmin = ([1, 2], [2, 3])
      try Self.read([([1, 2], [3]), asAdmin, asAdmin], maker)
      let open = try maker.rows(.tenures).first(where: Self.isOfBob)
      #expect(Self.end(open) == [Self.begun(1), ""])
      let present = try maker.rows(.moderators).first(where: Self.isOfBob)
      #expect(present?["last_seen"] == day(1).rfc3339)
      let person = try maker.archive.person(site: "math", userID: 2)
      #expect(person?.sites.compactMap(\.names.last?.lastSeen).sorted() == [day(1), day(3)])
    }
    try withArchive { maker in
      let asAdmin = ([1, 2], [2, 3])
      try Self.read([([1, 2], [3]), asAdmin, asAdmin, ([1], [3])], maker)
      let over = try maker.rows(.tenures).first(where: Self.isOfBob)
      #expect(Self.end(over) == [Self.begun(1), day(4).rfc3339])
      let left = try maker.rows(.changes).filter { $0["kind"] == "left" }
      #expect(
        Set(left.map { [$0["role"], $0["previous_walk_at"]] }) == [
          ["moderator", Self.begun(1)], ["admin", Self.begun(3)],
        ])
      let former = try maker.rows(.formerModerators).first(where: Self.isOfBob)
      #expect(former?["last_seen"] == day(1).rfc3339)
      let person = try maker.archive.person(site: "math", userID: 2)
      let departures = person?.sites.flatMap(\.tenures).map { $0.bounds.endedAfter.rfc3339 }
      #expect(departures.map(Set.init) == [Self.begun(1), Self.begun(3)])
      #expect(try maker.archive.verify(by: [testNetwork: Self.rules]).findings == [])
    }
  }

  /// Nobody knows whether an admin moderated meanwhile: before the gap and after it there is a part each, with the bounds that
  /// hold in either case.
  @Test func whoWasAnAdminMeanwhileHasTwoParts() throws {
    try withArchive { maker in
      let asAdmin = ([1, 2], [2, 3])
      let asModerator = ([1, 2], [3])
      try Self.read([asModerator, asAdmin, asAdmin, asModerator, asModerator], maker)
      let bounds = try maker.rows(.tenures).filter(Self.isOfBob).map {
        [$0["began_after"], $0["began_before"]] + Self.end($0)
      }
      #expect(
        Set(bounds) == [
          ["", day(1).rfc3339, Self.begun(1), ""],
          ["", day(4).rfc3339, Self.begun(5), ""],
        ])
      #expect(try maker.archive.verify(by: [testNetwork: Self.rules]).findings == [])
    }
  }

  /// The list of a later reading without the role of an admin says nothing about the time before.
  @Test func whoIsNoLongerAnAdminMayHaveModeratedBefore() throws {
    try withArchive { maker in
      try Self.read([([1], [2, 3]), ([1], [2, 3]), ([1, 2], [3])], maker)
      let tenure = try maker.rows(.tenures).first(where: Self.isOfBob)
      #expect(tenure?["began_after"] == "" && tenure?["began_before"] == day(3).rfc3339)
      #expect(try maker.rows(.changes).map { $0["role"] } == ["admin"])
      #expect(try maker.archive.verify(by: [testNetwork: Self.rules]).findings == [])
    }
  }

  /// Who comes and goes without having been an admin is bounded by the readings around it.
  @Test func otherModeratorsHaveTheBoundsOfTheReadings() throws {
    try withArchive { maker in
      try Self.read([([1], [3]), ([1, 2], [3]), ([1], [3])], maker)
      let tenure = try #require(try maker.rows(.tenures).first(where: Self.isOfBob))
      #expect(tenure["began_after"] == Self.begun(1))
      #expect(Self.end(tenure) == [Self.begun(2), day(3).rfc3339])
      #expect(try maker.archive.verify(by: [testNetwork: Self.rules]).findings == [])
    }
  }
}
