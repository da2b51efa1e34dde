import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// What reports read: views in the order of readers, and profiles.
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
    (.changes, "kind", ["left"], ["left"]), (.walks, "id", ["1", "2", "3"], ["3", "2", "1"]),
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

  @Test func aProfileHasTheRowOfTheViewAndWhatItDoesNotCarry() throws {
    try withHistory { archive in
      var profiles: [ModeratorProfile] = []
      try archive.forEachProfile(of: "math") { profiles.append($0) }
      var rows: [Roster.Row] = []
      let filter = ViewFilter(network: testNetwork, site: "math")
      try archive.forEachRow(of: .moderators, filter, order: .reader) { rows.append($0) }
      #expect(profiles.map(\.row) == rows)
      #expect(profiles[0].aboutMe == "<p>I cook.</p>")
      #expect(profiles[0].reputation.map(\.since) == [day(1), day(2)])
      #expect(profiles[0].reputation.map(\.reputation) == [10, 50])
      #expect(profiles[1].reputation.map(\.reputation) == [40])
    }
  }

  @Test func anybodysProfileIsFoundByUserID() throws {
    try withHistory { archive in
      let former = try archive.profile(ofUser: 3, of: "math")
      #expect(former?.row[2] == .integer(3))
      #expect(try archive.profile(ofUser: 99, of: "math") == nil)
      let error = #expect(throws: ArchiveError.self) {
        try archive.forEachProfile(of: "nowhere") { _ in }
      }
      #expect(error?.code == .unknown)
    }
  }
}
