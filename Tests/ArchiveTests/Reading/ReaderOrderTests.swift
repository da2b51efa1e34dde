import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// What reports read: views and moderators in the order of readers.
struct ReaderOrderTests {
  /// Three rosters of two sites; 3 leaves math, 1 is on both, and two have the same reputation.
  private func withHistory(_ body: (ArchiveDatabase) throws -> Void) throws {
    try withArchive(sites: [.math, .cooking]) { test in
      try test.publish(
        [
          .made(1, "Ann", account: 5, reputation: 10, about: "I cook."), .made(2, reputation: 40),
          .made(3, reputation: 900), .made(4, reputation: 40),
        ], at: day(1))
      try test.publish([.made(9, "Ann", account: 5, reputation: 20)], site: "cooking", at: day(1))
      try test.publish(
        [
          .made(1, "Ann", account: 5, reputation: 50, about: "I cook."), .made(2, reputation: 40),
          .made(4, reputation: 40),
        ], at: day(2))
      try body(test.archive)
    }
  }

  private func cells(
    _ column: String, _ view: View, in archive: ArchiveDatabase, _ order: ViewOrder
  ) throws -> [String] {
    let index = try #require(view.columnNames.firstIndex(of: column))
    var cells: [String] = []
    try archive.forEachRow(of: view, order: order) { cells.append($0[index].description) }
    return cells
  }

  @Test(arguments: [
    (View.moderators, "user_id", ["9", "1", "2", "4"], ["1", "2", "4", "9"]),
    (.people, "account_id", ["5", "1002", "1004"], ["5", "1002", "1004"]),
    (.changes, "kind", ["left"], ["left"]), (.walks, "id", ["2", "3", "4"], ["4", "3", "2"]),
    (.sites, "site", ["cooking", "math"], ["cooking", "math"]),
    (.formerModerators, "user_id", ["3"], ["3"]),
  ])
  func readersSeeTheMostFirst(
    view: View, column: String, key: [String], reader: [String]
  ) throws {
    try withHistory { archive in
      for (order, expected) in [(ViewOrder.key, key), (.reader, reader)] {
        let cells = try cells(column, view, in: archive, order)
        #expect(cells == expected)
      }
    }
  }

  @Test func moderatorsComeInTheOrderOfTheViewWithWhatItDoesNotCarry() throws {
    try withHistory { archive in
      var moderators: [PersonOnSite] = []
      try archive.forEachModerator(of: "math") { moderators.append($0) }
      var rows: [Roster.Row] = []
      let filter = ViewFilter(network: testNetwork, site: "math")
      try archive.forEachRow(of: .moderators, filter, order: .reader) { rows.append($0) }
      let users = rows.map { $0[ModeratorColumn.userID.rawValue] }
      #expect(moderators.map { .integer($0.moderator.userID) } == users)
      #expect(moderators[0].moderator.aboutText == "I cook.")
      #expect(moderators[0].reputation.map(\.since) == [day(1), day(2)])
      #expect(moderators[0].reputation.map(\.reputation) == [10, 50])
      #expect(moderators[1].reputation.map(\.reputation) == [40])
    }
  }

  @Test func aSiteThatIsNotThereHasNoModerators() throws {
    try withHistory { archive in
      let error = #expect(throws: ArchiveError.self) {
        try archive.forEachModerator(of: "nowhere") { _ in }
      }
      #expect(error?.code == .unknown)
    }
  }

  private static func bounds(
    _ absent: Date?, _ first: Date, _ last: Date, _ left: Date? = nil
  ) -> TenureBounds {
    TenureBounds(
      beganAfter: absent, beganBefore: first, endedAfter: last, endedBefore: left, source: .reading)
  }

  @Test func allTenuresAreToldOfThoseWhoAreThereAndOfThoseWhoLeft() throws {
    try withHistory { archive in
      var former: [PersonOnSite] = []
      try archive.forEachModerator(of: "math", former: true) { former.append($0) }
      #expect(
        former.first?.tenures.map(\.bounds) == [
          Self.bounds(nil, day(1), day(1, -60), day(2))
        ])
      var first: [PersonOnSite] = []
      try archive.forEachModerator(of: "math", limit: 1) { first.append($0) }
      #expect(
        first.map { $0.tenures.map(\.bounds) } == [
          [
            Self.bounds(nil, day(1), day(2, -60))
          ]
        ])
    }
  }

  @Test func aFormerTenureStandsBeforeThePresentOne() throws {
    try withArchive(sites: [.math]) { test in
      for (number, ids) in [[1, 2], [1], [1, 2]].enumerated() {
        try test.publish(ids.map { .made($0, reputation: $0) }, at: day(number + 1))
      }
      var tenures: [[TenureBounds]] = []
      try test.archive.forEachModerator(of: "math") { tenures.append($0.tenures.map(\.bounds)) }
      #expect(
        tenures.first == [
          Self.bounds(nil, day(1), day(1, -60), day(2)),
          Self.bounds(day(2) - 60, day(3), day(3, -60)),
        ])
    }
  }

  @Test(arguments: [1, 2, 7])
  func everybodyComesOnceByGroupAndAccount(groups: Int) throws {
    try withHistory { archive in
      var people: [PersonRecord] = []
      try archive.forEachPerson(inGroups: groups) { people.append($0) }
      let accounts = people.compactMap(\.accountID)
      #expect(
        accounts
          == [5, 1002, 1003, 1004].sorted { ($0 % groups, $0) < ($1 % groups, $1) })
      #expect(try archive.everybodyCount() == 4)
      let ann = people.first { $0.accountID == 5 }
      #expect(ann == (try archive.person(account: 5, network: testNetwork)))
      #expect(ann?.sites.map(\.site.id) == ["math", "cooking"])
    }
  }
}
