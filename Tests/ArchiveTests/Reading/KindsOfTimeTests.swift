import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Who was staff or a moderator in a time, while people join, leave and change their kind.
struct KindsOfTimeTests {
  /// What some people were in turn, nil where they held no role, and when somebody looked. Between two readings nobody
  /// changes more than once.
  private struct History {
    typealias State = Moderator.Kind?

    private(set) var readings = [day(1)]
    private(set) var states: [Int: [(since: Date, state: State)]] = [:]

    init(_ random: inout SeededRandom) {
      for user in 1...4 { states[user] = [(day(0), random.pick([.moderator, .staff, nil]))] }
      for _ in 1..<10 {
        let last = readings[readings.count - 1]
        let next = last + Double(Int.random(in: 1...20, using: &random)) * 86_400
        for user in 1...4 where random.chance(40) {
          let moment = Date(
            unixSeconds: Int.random(
              in: last.unixSeconds + 120..<next.unixSeconds - 120, using: &random))
          states[user]?.append((moment, random.pick([.moderator, .staff, nil])))
        }
        readings.append(next)
      }
    }

    func roster(at date: Date) -> [Moderator] {
      (1...4).compactMap { user in
        states[user]?.last { $0.since <= date }?.state.map { .made(user, kind: $0) }
      } + (5...20).map { .made($0) }
    }

    /// Who was of a kind at some moment of a time.
    func users(_ kind: Moderator.Kind, in span: TimeSpan) -> Set<Int> {
      Set(
        states.keys.filter { user in
          let own = states[user] ?? []
          return own.indices.contains { place in
            let end = place + 1 < own.count ? own[place + 1].since : .distantFuture
            return own[place].state == kind && own[place].since < span.end && end > span.beginning
          }
        })
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func aKindIsKnownOnlyOfTheTimeInWhichItWasSeen(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let history = History(&random)
    try withArchive { maker in
      for date in history.readings { try maker.publish(history.roster(at: date), at: date) }
      let (first, last) = (history.readings[0], history.readings[history.readings.count - 1])
      for _ in 0..<60 {
        var span = try #require(TimeSpan(day(0).utcDay))
        span.beginning = Date(
          unixSeconds: Int.random(in: first.unixSeconds..<last.unixSeconds, using: &random))
        span.end = min(last, span.beginning + random.pick([3_600, 86_400, 30 * 86_400]))
        let held = try maker.archive.holders(of: "math", in: span)
        for kind in [Moderator.Kind.moderator, .staff] {
          let told = try maker.archive.holders(of: "math", in: span, kinds: [kind])
            .filter { $0.tenure.userID ?? 5 < 5 }
          let (sure, perhaps) = (told.filter { $0.known == .yes }, told.compactMap(\.tenure.userID))
          let truth = history.users(kind, in: span)
          let comment = Comment(rawValue: "seed \(seed), \(kind), \(span)")
          #expect(truth.isSuperset(of: sure.compactMap(\.tenure.userID)), comment)
          #expect(truth.isSubset(of: perhaps), comment)
          #expect(told.allSatisfy { $0.tenure.kind == kind }, comment)
        }
        // Whoever surely held the role was of some kind.
        let all = try maker.archive.holders(of: "math", in: span, kinds: Moderator.Kind.allCases)
        #expect(Set(all.map(\.tenure.holder)) == Set(held.map(\.tenure.holder)))
      }
    }
  }

  /// A month in which both were seen, and the days before and after the change.
  @Test func aMonthHasBothKinds() throws {
    try withArchive { maker in
      for (number, kind) in [(1, Moderator.Kind.staff), (4, .staff), (10, .moderator)] {
        try maker.publish([.made(1, kind: kind)], at: day(number, 3_600))
      }
      func known(_ kind: Moderator.Kind, _ time: String) throws -> TenureBounds.Known? {
        let span = try #require(TimeSpan(time))
        return try maker.archive.holders(of: "math", in: span, kinds: [kind]).first?.known
      }
      #expect(try known(.staff, "2026-01") == .yes && known(.moderator, "2026-01") == .yes)
      #expect(try known(.staff, "2026-01-03") == .yes && known(.moderator, "2026-01-03") == nil)
      #expect(try known(.staff, "2026-01-07") == .maybe)
      #expect(try known(.moderator, "2026-01-07") == .maybe)
      #expect(try known(.staff, "2026-01-13") == nil && known(.moderator, "2026-01-11") == .yes)
    }
  }
}
