import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Who held a role at two moments, compared.
struct DifferenceTests {
  /// Published on days 1, 3, 5 and 7; not proven on day 6.
  private func withHistory(_ body: (ArchiveMaker) throws -> Void) throws {
    try withArchive(sites: [.math, .cooking]) { maker in
      try maker.publish([.made(1), .made(2), .made(3)], at: day(1))
      try maker.elect([1], at: day(1, 50))
      try maker.publish([.made(1, "Ann"), .made(3), .made(4)], at: day(3))
      try maker.publish([.made(1, "Ann"), .made(2), .made(3, kind: .staff), .made(5)], at: day(5))
      try maker.elect([1, 3], at: day(5, 50))
      try maker.fail([.made(1)], site: "math", at: day(6))
      try maker.publish([.made(1, "Ann"), .made(2), .made(3, kind: .staff)], at: day(7))
      try maker.publish([.made(9)], site: "cooking", at: day(5))
      try body(maker)
    }
  }

  private func lines(_ comparison: RosterComparison) -> [String] {
    comparison.differences.map { found in
      let days = [found.happenedAfter, found.happenedBy].map { $0?.rfc3339.prefix(10) ?? "?" }
      let user = "\(found.tenure.userID ?? 0) \(found.tenure.kind?.rawValue ?? "")"
      return "\(found.what) \(user) \(found.before ?? "")>\(found.after ?? "") \(found.known) "
        + "\(days[0])...\(days[1])"
    }
  }

  @Test func eachEndIsKnownForCertainOrPerhaps() throws {
    try withHistory { maker in
      let all = try maker.archive.difference(from: day(2), to: day(5), site: "math")
      #expect(
        lines(all) == [
          "renamed 1 moderator User 1>Ann maybe 2026-01-01...2026-01-04",
          "returned 2 moderator maybe>yes maybe 2026-01-03...2026-01-06",
          "kind 3 staff moderator>staff yes 2026-01-03...2026-01-06",
          "left 4 moderator maybe>no maybe 2026-01-03...2026-01-06",
          "joined 5 moderator no>maybe maybe 2026-01-03...2026-01-06",
        ])
      #expect(all.passages.isEmpty && all.unsure == 0)
      #expect(all.sites.map(\.state) == [.compared])
      let later = try maker.archive.difference(from: day(4), to: day(8))
      #expect(
        lines(later) == [
          "returned 2 moderator maybe>maybe maybe 2026-01-03...2026-01-06",
          "elected 3 staff 0>1 maybe 2026-01-02...2026-01-06",
          "kind 3 staff moderator>staff maybe 2026-01-03...2026-01-06",
          "left 4 moderator maybe>no maybe 2026-01-03...2026-01-06",
          "left 5 moderator maybe>no maybe 2026-01-05...2026-01-08",
        ])
      #expect(later.sites.map(\.look.site) == ["cooking", "math"])
      #expect(later.sites.map(\.state) == [.onlyLater, .compared])
    }
  }

  /// Renamed or made staff more than once, or joined and left: the last time counts.
  @Test func whatHappenedInBetweenIsCounted() throws {
    try withArchive { maker in
      try maker.publish([.made(8)], at: day(0))
      for number in [1, 2] {
        try maker.publish([.made(1, "Gizmo"), .made(2), .made(7)], at: day(number))
      }
      for number in [3, 7, 9] {
        try maker.publish(
          [
            .made(1, number == 3 ? "Willow" : "Fern"), .made(2, kind: .staff), .made(6), .made(8),
          ] + (number == 3 ? [.made(5)] : []), at: day(number))
        if number == 3 { try maker.publish([.made(1, "Fern"), .made(2), .made(7)], at: day(5)) }
      }
      let all = try maker.archive.difference(from: day(1, 30), to: day(9))
      #expect(
        lines(all) == [
          "renamed 1 moderator Gizmo>Fern yes 2026-01-02...2026-01-06",
          "kind 2 staff moderator>staff yes 2026-01-02...2026-01-08",
          "joined 6 moderator no>yes yes 2026-01-05...2026-01-08",
          "left 7 moderator yes>no yes 2026-01-02...2026-01-04",
          "returned 8 moderator no>yes yes 2026-01-05...2026-01-08",
        ])
      #expect(all.passages == [.cameAndWent: 1, .leftAndReturned: 3])
    }
  }

  @Test func withoutALaterDateTheEndOfWhatIsKnownCounts() throws {
    try withHistory { maker in
      let now = try maker.archive.difference(from: day(4))
      let later = try maker.archive.difference(from: day(4), to: day(100))
      #expect(now.differences.map(\.what) == later.differences.map(\.what))
      // Nobody looked at the later date: who held a role at the end of what is known holds it perhaps.
      let ends = [now, later].map { comparison in
        Set(comparison.differences.filter { [.joined, .returned].contains($0.what) }.map(\.after))
      }
      #expect(ends == [["yes"], ["maybe"]])
      #expect(now.sites.map(\.isOutdated) == [false, false])
      #expect(later.sites.map(\.isOutdated) == [true, true])
    }
  }

  @Test func aSiteIsComparedOnlyWhereTwoReadingsAre() throws {
    try withHistory { maker in
      let states: [(from: Int, to: Int, [ComparedSite.State])] = [
        (-1, 0, [.never, .never]), (0, 1, [.never, .onlyLater]),
        (1, 2, [.never, .notReadBetween]), (5, 6, [.notReadBetween, .notReadBetween]),
        (5, 7, [.notReadBetween, .compared]),
      ]
      for (from, to, expected) in states {
        let comparison = try maker.archive.difference(from: day(from), to: day(to))
        #expect(comparison.sites.map(\.state) == expected, "\(from) to \(to)")
      }
      #expect(throws: ArchiveError.self) {
        try maker.archive.difference(from: day(1), site: "nowhere")
      }
    }
  }

  /// A first roster is no difference, and a site need not be read after it was closed.
  @Test func aClosedSiteHasNothingToRead() throws {
    let others = (1...20).map(Site.made)
    try withArchive(sites: [.math] + others) { maker in
      try maker.publish([.made(1)], at: day(1))
      try maker.list(others, at: day(3))
      let open = try maker.archive.difference(from: day(1), to: day(2), site: "math")
      #expect(open.sites.map(\.state) == [.notReadBetween])
      for later in [day(4), nil] {
        let closed = try maker.archive.difference(from: day(2), to: later, site: "math")
        #expect(closed.sites.map(\.state) == [.closedBetween])
        #expect(closed.sites.map(\.look.closedAt) == [day(3)])
        let before = try maker.archive.difference(from: day(3), to: later, site: "math")
        #expect(before.sites.map(\.state) == [.closed])
      }
      let all = try maker.archive.difference(from: day(0), to: day(4))
      #expect(all.differences.isEmpty)
    }
  }
}
