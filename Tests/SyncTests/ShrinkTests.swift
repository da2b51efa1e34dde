import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit
import Testing

/// Rosters that lost many moderators, or that have no `total`.
struct ShrinkTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var old: [Int] = Array(1...12)
    /// The rosters that successive walks read; the last one is repeated.
    var walks: [[Int]]
    var accepts = false
    var published: [Int]
    /// The number of walks.
    var count: Int
    var problem: String?
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "half are gone, and gone again", walks: [Array(1...6)], published: Array(1...6),
      count: 2),
    Case(
      name: "half are gone, and back", walks: [Array(1...6), Array(1...12)],
      published: Array(1...12), count: 2),
    Case(
      name: "each time others are gone", walks: [Array(1...6), Array(1...5), Array(1...4)],
      published: Array(1...12), count: 3, problem: "sudden_shrink"),
    Case(
      name: "half are gone, accepted", walks: [Array(1...6)], accepts: true,
      published: Array(1...6), count: 1),
    Case(
      name: "a quarter is gone", walks: [Array(1...9)], published: Array(1...9), count: 1),
    Case(
      name: "a little more than a quarter is gone", old: Array(1...11), walks: [Array(1...8)],
      published: Array(1...8), count: 2),
    Case(name: "two of three are gone", old: [1, 2, 3], walks: [[3]], published: [3], count: 1),
    Case(
      name: "others came for those who are gone", walks: [Array(1...6) + Array(21...40)],
      published: Array(1...6) + Array(21...40), count: 2),
    Case(
      name: "everybody is gone", walks: [[]], published: Array(1...12), count: 3,
      problem: "empty_roster"),
    Case(
      name: "everybody is gone, and back", walks: [[], Array(1...12)], published: Array(1...12),
      count: 2),
    Case(name: "everybody is gone, accepted", walks: [[]], accepts: true, published: [], count: 1),
  ]

  @Test(arguments: cases)
  func aMassResignationMustBeSaidTwice(_ testCase: Case) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(["a": testCase.old]) }
      harness.now += 3_600
      var options = SyncOptions(.scope)
      options.acceptShrink = testCase.accepts
      let outcome = try harness.sync(options) { call in
        call.answer(["a": testCase.walks[min(call.repeats, testCase.walks.count - 1)]])
      }
      #expect(try harness.roster(of: "a") == testCase.published)
      #expect(outcome.summary?.problems.map(\.reason) == (testCase.problem.map { [$0] } ?? []))
      #expect(outcome.summary?.outcome == (testCase.problem == nil ? .complete : .problems))
      let walks = outcome.sent.filter { $0.label.contains("order=asc") }
      #expect(walks.count == testCase.count)
      for (earlier, later) in zip(walks, walks.dropFirst()) {
        #expect(later.after - earlier.after >= 60)
      }
    }
  }

  /// The successive answers; whether the user accepts; the published roster, nil for none.
  @Test(
    arguments: [
      ([[], [1, 2]], false, [1, 2]), ([[]], false, nil), ([[]], true, []),
    ] as [([[Int]], Bool, [Int]?)])
  func nobodyIsNoFirstRosterUnlessSomebodySaysSo(
    answers: [[Int]], accepts: Bool, published: [Int]?
  ) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var options = SyncOptions(.all(withMeta: false))
      options.acceptShrink = accepts
      let outcome = try harness.sync(options) { call in
        let turn = call.isAscending ? call.repeats * 2 : call.repeats * 2 + 1
        return call.answer(["a": answers[min(turn, answers.count - 1)]])
      }
      #expect(
        outcome.summary?.problems.map(\.reason) == (published == nil ? ["empty_roster"] : []))
      #expect(try harness.site("a")?.moderators == published?.count)
      #expect(try harness.roster(of: "a") == published ?? [])
    }
  }

  /// An empty roster that was accepted is what the archive says: reading it again says nothing new.
  @Test func anEmptyRosterIsAcceptedOnce() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var options = SyncOptions(.all(withMeta: false))
      options.acceptShrink = true
      _ = try harness.sync(options) { $0.answer(["a": []]) }
      options.acceptShrink = false
      for roster in [[], [1, 2], []] {
        harness.now += 3_600
        let outcome = try harness.sync(options) { $0.answer(["a": roster]) }
        let isRefused = try roster.isEmpty && harness.roster(of: "a") == [1, 2]
        #expect(outcome.summary?.problems.map(\.reason) == (isRefused ? ["empty_roster"] : []))
      }
      #expect(try harness.roster(of: "a") == [1, 2])
    }
  }

  /// Two equal walks are accepted even where one between them proved nothing.
  @Test func aWalkInBetweenIsNotForgotten() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(["a": Array(1...12)]) }
      harness.now += 3_600
      var options = SyncOptions(.scope)
      options.acceptUnproven = true
      let outcome = try harness.sync(options) { call in
        call.answer(["a": Array(1...6)], total: { call.repeats == 1 ? $0 + 1 : $0 })
      }
      #expect(outcome.summary?.outcome == .complete)
      #expect(try harness.roster(of: "a") == Array(1...6))
    }
  }

  @Test(arguments: [false, true], [nil, 4] as [Int?])
  func whatOnlyTotalDoubtsIsPublishedWhereAccepted(accepts: Bool, total: Int?) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var options = SyncOptions(.all(withMeta: false))
      options.acceptUnproven = accepts
      let outcome = try harness.sync(options) {
        $0.answer(["a": [1, 2, 3]], total: { _ in total })
      }
      let reason = total == nil ? "total_missing" : "total_mismatch"
      #expect(outcome.summary?.sites.unproven == 1)
      #expect(outcome.summary?.problems.map(\.reason) == (accepts ? [] : [reason]))
      #expect(try harness.roster(of: "a") == (accepts ? [1, 2, 3] : []))
      #expect(try harness.site("a")?.verdict?.name == (accepts ? .unproven : nil))
      #expect(try harness.site("a")?.completeAt == nil)
    }
  }

  /// A user who left after the roster was read is in no list of elected moderators, nor is any user
  /// where the API fails.
  @Test func whoWasElectedStaysElected() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var options = SyncOptions(.all(withMeta: false))
      options.elected = true
      for (elected, changes) in [([1, 2, 3], 0), ([], 0), ([2, 3, 4], 1), ([4], 0)] {
        let outcome = try harness.sync(options) { call in
          call.answer(["a": call.method.hasSuffix("elected") ? elected : [1, 2, 3, 4, 5]])
        }
        #expect(outcome.summary?.outcome == .complete)
        #expect(outcome.summary?.changes[.profile, default: 0] == changes)
        harness.now += 3_600
      }
    }
  }
}
