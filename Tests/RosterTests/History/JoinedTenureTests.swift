import FoundationEssentials
import Testing

@testable import Roster

/// What a log and readings tell of one holder of a role, joined.
struct JoinedTenureTests {
  /// The bounds of a tenure that a log tells, in days; nil where it does not tell them.
  fileprivate typealias Told = (Int?, Int, Int, Int?)

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    fileprivate var told: [Told]
    /// The days of the readings. Each took a minute.
    var looks: [Int]
    /// Which of them show the holder.
    var runs: [ClosedRange<Int>]
    /// The bounds in days, who says so, and in which of the runs.
    var expected: [String]
  }

  private static func date(_ day: Int) -> Date { Date(unixSeconds: day * 86_400) }

  private static let cases = [
    Case(
      testDescription: "A log alone tells what it tells",
      told: [(1, 1, 5, 5), (nil, 9, 12, nil)], looks: [], runs: [],
      expected: ["1 1 5 5 log -", "5 9 12 - log -"]),
    Case(
      testDescription: "Readings alone tell what they show",
      told: [], looks: [1, 2, 3, 4], runs: [0...1], expected: ["- 1 1.9 3 reading 0"]),
    Case(
      testDescription: "A log tells the moments of the beginning and of the end",
      told: [(-9, -9, 12, 12)], looks: [1, 10, 20], runs: [0...1], expected: ["-9 -9 12 12 log 0"]),
    Case(
      testDescription: "An interruption between two readings that both saw them",
      told: [(-9, -9, 5, 5), (9, 9, 21, nil)], looks: [1, 20], runs: [0...1],
      expected: ["-9 -9 5 5 log 0", "9 9 21 - log 0"]),
    Case(
      testDescription: "A loss, after which the log was not read",
      told: [(-9, -9, 5, 5)], looks: [1, 20], runs: [0...1],
      expected: ["-9 -9 5 5 log 0", "5 20 19.9 - reading 0"]),
    Case(
      testDescription: "A reading that saw them in an interruption",
      told: [(-9, -9, 3, 3), (9, 9, 21, nil)], looks: [1, 7, 20], runs: [0...2],
      expected: ["-9 -9 3 3 log 0", "3 7 6.9 9 reading 0", "9 9 21 - log 0"]),
    Case(
      testDescription: "A reading without them while the log tells that they were there",
      told: [(-9, -9, 21, nil)], looks: [1, 7, 20], runs: [0...0, 2...2],
      expected: ["-9 -9 0.9 7 log 0", "6.9 20 21 - log 1"]),
    Case(
      testDescription: "Readings that never saw whom the log tells of",
      told: [(3, 3, 15, 15)], looks: [1, 7, 20], runs: [],
      expected: ["3 3 3 7 log -", "6.9 15 15 15 log -"]),
    Case(
      testDescription: "A beginning that no row ends, contradicted for ever",
      told: [(3, 3, 21, nil)], looks: [1, 7, 20], runs: [], expected: ["3 3 3 7 log -"]),
    Case(
      testDescription: "What a log leaves open ends with the next reading",
      told: [(-9, -9, -5, nil)], looks: [1, 2], runs: [], expected: ["-9 -9 -5 1 log -"]),
    Case(
      testDescription: "A log that was read at the moment of a reading without them",
      told: [(-9, -9, 1, nil)], looks: [1, 2], runs: [], expected: ["-9 -9 -9 1 log -"]),
    Case(
      testDescription: "A hidden row between a grant and the first reading tells no break",
      told: [(-9, -9, -5, nil)], looks: [1, 2], runs: [0...1],
      expected: ["-9 -9 -5 - log -", "-9 1 1.9 - reading 0"]),
    Case(
      testDescription: "The end after a break of which nobody knows is that of both parts",
      told: [(-9, -9, -5, nil)], looks: [1, 2, 3], runs: [0...1],
      expected: ["-9 -9 -5 3 log -", "-9 1 1.9 3 reading 0"]),
    Case(
      testDescription: "A log that was read before the first reading",
      told: [(-9, -9, 0, nil)], looks: [1, 2], runs: [0...1],
      expected: ["-9 -9 0 - log -", "-9 1 1.9 - reading 0"]),
    Case(
      testDescription: "What lies between two readings that both saw them tells nothing",
      told: [(nil, 3, 4, nil)], looks: [1, 2, 10], runs: [0...2],
      expected: ["- 1 9.9 - reading 0"]),
    Case(
      testDescription: "A reading before a beginning that the log does not tell",
      told: [(nil, 5, 9, 9)], looks: [0, 2, 7], runs: [1...2], expected: ["-0.1 2 9 9 log 0"]),
  ]

  @Test(arguments: cases) func whatIsToldIsJoined(example: Case) {
    #expect(Self.joined(example, source: .log).map(Self.text) == example.expected)
  }

  private static let hearsay = [
    Case(
      testDescription: "Two claims that both allow a break do not tell it",
      told: [(nil, 1, 3, 20), (5, 21, 30, nil)], looks: [], runs: [],
      expected: ["- 1 3 20 claim -", "5 21 30 - claim -"]),
    Case(
      testDescription: "A claim before the first reading tells no end",
      told: [(nil, -20, -10, nil)], looks: [1, 2], runs: [0...1],
      expected: ["- -20 -10 - claim -", "- 1 1.9 - reading 0"]),
    Case(
      testDescription: "A claim of the time after the last reading leaves them there",
      told: [(nil, 10, 20, nil)], looks: [1, 2], runs: [0...1],
      expected: ["- 1 1.9 - reading 0", "- 10 20 - claim -"]),
    Case(
      testDescription: "A claim within what readings show",
      told: [(-5, 1, 1, nil)], looks: [1, 2, 3], runs: [0...2],
      expected: ["- 1 2.9 - reading 0"]),
    Case(
      testDescription: "A claim ends with the next reading without them",
      told: [(nil, -20, -10, nil)], looks: [1, 2, 3], runs: [1...2],
      expected: ["- -20 -10 1 claim -", "0.9 2 2.9 - reading 0"]),
    Case(
      testDescription: "A claim with an end ends with a reading without them",
      told: [(nil, 1, 20, 21)], looks: [10], runs: [],
      expected: ["- 1 1 10 claim -"]),
    Case(
      testDescription: "A claim until a reading without them",
      told: [(nil, 1, 10, 10)], looks: [10], runs: [], expected: ["- 1 10 10 claim -"]),
    Case(
      testDescription: "An end that readings deny is none",
      told: [(nil, -20, 2, 2)], looks: [1, 2, 3], runs: [0...2],
      expected: ["- -20 2 - claim -", "- 1 2.9 - reading 0"]),
    Case(
      testDescription: "An end that readings deny is that of the tenure that they show",
      told: [(nil, -20, -10, 2)], looks: [1, 2, 3, 4], runs: [0...2],
      expected: ["- -20 -10 4 claim -", "- 1 2.9 4 reading 0"]),
    Case(
      testDescription: "A beginning that readings deny is that of the tenure that they show",
      told: [(2, 2, 20, nil)], looks: [-1, 1, 2, 3], runs: [1...3],
      expected: ["-1.1 1 2.9 - reading 0", "-1.1 2 20 - claim -"]),
    Case(
      testDescription: "An end before the first reading with them stands",
      told: [(nil, -20, -10, -9)], looks: [1, 2], runs: [0...1],
      expected: ["- -20 -10 -9 claim -", "- 1 1.9 - reading 0"]),
    Case(
      testDescription: "The same claim twice", told: [(nil, 1, 2, 3), (nil, 1, 2, 3)], looks: [],
      runs: [], expected: ["- 1 2 3 claim -"]),
  ]

  /// What is claimed stands beside what readings show.
  @Test(arguments: hearsay) func whatIsClaimedChangesNoReading(example: Case) {
    let joined = Self.joined(example, source: .claim)
    #expect(joined.map(Self.text) == example.expected)
  }

  private static func bounds(
    _ days: (Int?, Int, Int, Int?), _ source: TenureBounds.Source
  ) -> TenureBounds {
    TenureBounds(
      beganAfter: days.0.map { date($0) }, beganBefore: date(days.1),
      endedAfter: date(days.2), endedBefore: days.3.map { date($0) }, source: source)
  }

  /// Of the same holder, or of an account of the log with the name.
  @Test(arguments: [false, true]) func aClaimEndsWhereALogDeniesIt(isOfName: Bool) {
    let log = Self.bounds((5, 5, 9, 9), .log)
    for end in [nil, 21] {
      let joined = JoinedTenure.joining(
        [Self.bounds((nil, 6, 20, end), .claim), Self.bounds((nil, 1, 4, end), .claim)]
          + (isOfName ? [] : [log]), looks: [], runs: [], denying: isOfName ? [log] : [])
      #expect(
        joined.map(Self.text)
          == ["- 1 4 5 claim -", isOfName ? "5 6 6 9 claim -" : "5 5 9 9 log -"])
    }
  }

  /// Of the same holder, or of an account of the log with the name.
  @Test(arguments: [false, true]) func aClaimedEndIsNoneWhereALogDeniesIt(isOfName: Bool) {
    let log = Self.bounds((nil, 5, 9, 9), .log)
    let joined = JoinedTenure.joining(
      [Self.bounds((nil, 1, 6, 7), .claim)] + (isOfName ? [] : [log]), looks: [], runs: [],
      denying: isOfName ? [log] : [])
    #expect(
      joined.map(Self.text) == ["- 1 6 9 claim -"] + (isOfName ? [] : ["- 5 9 9 log -"]))
  }

  private static func joined(_ example: Case, source: TenureBounds.Source) -> [JoinedTenure] {
    let told = example.told.map { told in
      TenureBounds(
        beganAfter: told.0.map(date), beganBefore: date(told.1), endedAfter: date(told.2),
        endedBefore: told.3.map(date), source: source)
    }
    return JoinedTenure.joining(
      told, looks: example.looks.map { date($0) - 60...date($0) }, runs: example.runs)
  }

  /// A role that was granted or lost while it was read, or by the wiki's clock a little before or after.
  @Test(arguments: [-500, -30, 0, 30, 500]) func clocksThatDifferContradictNothing(seconds: Int) {
    let (began, ended) = (
      Self.date(5) + Double(seconds), Self.date(9) + Double(seconds)
    )
    let told = TenureBounds(
      beganAfter: began, beganBefore: began, endedAfter: ended, endedBefore: ended, source: .log)
    let looks = [4, 5, 7, 9, 10].map { Self.date($0) - 60...Self.date($0) }
    for runs in [[1...2], [2...2], [1...3], [2...3]] {
      let joined = JoinedTenure.joining([told], looks: looks, runs: runs)
      #expect(joined.map(\.bounds.beganBefore) == [began], "\(runs)")
      #expect(joined.map(\.bounds.endedBefore) == [ended], "\(runs)")
    }
  }

  /// Two readings within minutes, by one clock: the second one is the later one, whatever the clock of the wiki.
  @Test func noReadingIsMovedPastAnother() {
    func told(_ end: Date, _ isOver: Bool) -> TenureBounds {
      TenureBounds(
        beganAfter: Self.date(1), beganBefore: Self.date(1), endedAfter: end,
        endedBefore: isOver ? end : nil, source: .log)
    }
    let looks = [100.0, 300].map { Self.date(20) + $0...Self.date(20) + $0 + 1 }
    let open = JoinedTenure.joining([told(Self.date(20) + 310, false)], looks: looks, runs: [1...1])
    #expect(open.map(\.bounds.endedBefore) == [looks[0].upperBound, nil])
    #expect(open.last?.bounds.endedAfter == Self.date(20) + 310)
    let over = JoinedTenure.joining([told(Self.date(20), true)], looks: looks, runs: [1...1])
    #expect(over.map(\.bounds.endedBefore) == [Self.date(20), nil])
    #expect(over.last?.bounds.beganBefore == looks[1].upperBound)
  }

  private static func text(_ tenure: JoinedTenure) -> String {
    func day(_ date: Date?) -> String {
      guard let date else { return "-" }
      let tenths = (date.timeIntervalSince1970 / 8_640).rounded(.down)
      return tenths.truncatingRemainder(dividingBy: 10) == 0
        ? "\(Int(tenths / 10))" : "\(tenths / 10)"
    }
    let bounds = tenure.bounds
    let times = [
      bounds.beganAfter, bounds.beganBefore, bounds.endedAfter, bounds.endedBefore,
    ].map(day)
    return
      (times + [bounds.source.rawValue, tenure.run.map { "\($0)" } ?? "-"]).joined(separator: " ")
  }
}
