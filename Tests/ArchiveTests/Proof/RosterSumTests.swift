import ArchiveKit
import Foundation
import GRDB
import Roster
import TestKit
import Testing

@testable import Archive

struct RosterSumTests {
  @Test func whatIsAddedCanBeTakenAwayInAnyOrder() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      let bytes = (0..<8).map { _ in
        Data(
          (0..<32).map { _ in random.chance(50) ? 0xFF : UInt8.random(in: 0...255, using: &random) }
        )
      }
      let terms = try bytes.map { try #require(RosterSum($0)) }
      #expect(terms.map(\.data) == bytes)
      var sum = RosterSum.zero
      for term in terms { sum += term }
      var reversed = RosterSum.zero
      for term in terms.reversed() { reversed += term }
      #expect(sum == reversed)
      for term in terms.shuffled(using: &random) { sum -= term }
      #expect(sum == .zero)
    }
  }

  @Test func aSumCarriesOverAllItsBytes() throws {
    var sum = try #require(RosterSum(Data(repeating: 0xFF, count: 32)))
    let one = try #require(RosterSum(Data(repeating: 0, count: 31) + [1]))
    sum += one
    #expect(sum == .zero)
    sum -= one
    #expect(sum.data == Data(repeating: 0xFF, count: 32))
    #expect(RosterSum(Data(count: 31)) == nil)
  }

  @Test func textsThatUnicodeTakesForEqualCountAsOne() {
    var composed = Moderator.made(
      1, "Ren\u{E9}", location: "\u{C5}\u{323}", about: "e\u{323}\u{302}")
    composed.websiteURL = nil
    var decomposed = Moderator.made(
      1, "Rene\u{301}", location: "A\u{323}\u{30A}", about: "\u{1EC7}")
    decomposed.websiteURL = ""
    #expect(RosterEntry(composed).sum == RosterEntry(decomposed).sum)
    #expect(RosterEntry(.made(1, "Rene")).sum != RosterEntry(composed).sum)
  }

  /// Every column that a change can name is part of the sum, and none without a history.
  @Test func everyColumnThatTheJournalRecordsCounts() {
    let old = Moderator.made(1, location: "Rome", about: "a")
    var news = Array(repeating: old, count: 4)
    news[0].userID = 2
    news[1].accountID = 5
    news[2].displayName = "x"
    news[3].kind = .staff
    #expect(Set((news + [old]).map { RosterEntry($0).sum }).count == 5)
    var same = old
    (same.reputation, same.badges, same.location, same.aboutText) = (nil, nil, nil, nil)
    #expect(RosterEntry(same).sum == RosterEntry(old).sum)
  }

  @Test(arguments: 0..<12)
  func theJournalLeadsBackToEveryRoster(seed: UInt64) throws {
    try withArchive { test in
      var random = SeededRandom(seed: seed)
      var expected: [RosterSum] = []
      var counts: [Int] = []
      for number in 0..<12 {
        let roster = Self.randomRoster(&random)
        try test.publish(roster, at: day(number), pageSize: 4)
        if number % 3 == 0 { try test.elect([1, 2], at: day(number, 50)) }
        var sum = RosterSum.zero
        for moderator in roster { sum += RosterEntry(moderator).sum }
        expected.append(sum)
        counts.append(roster.count)
      }
      let sums = try DatabaseQueue(path: test.path).read { try RosterSums.rebuild(1, $0) }
      #expect(sums.contradictions == [], "seed \(seed)")
      #expect(sums.rosters.map(\.sum) == expected, "seed \(seed)")
      #expect(sums.rosters.map(\.ids.count) == counts, "seed \(seed)")
    }
  }

  private static func randomRoster(_ random: inout SeededRandom) -> [Moderator] {
    (1...10).filter { _ in random.chance(65) }.map { id in
      .made(
        id, "Name \(id) \(Int.random(in: 0...2, using: &random))",
        account: Int.random(in: 1...2, using: &random),
        location: random.chance(50) ? "Town \(id)" : nil,
        about: random.chance(50) ? "About \(id) \(Int.random(in: 0...2, using: &random))" : nil,
        kind: random.chance(10) ? .staff : .moderator)
    }
  }
}
