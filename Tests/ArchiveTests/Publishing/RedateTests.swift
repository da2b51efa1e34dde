import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import Archive

/// A clock that was wrong, and the dates that the archive reports after they were corrected.
struct RedateTests {
  @Test(
    arguments: [
      ([], []), ([10, 20], [10, 20]), ([10, 900], [10, 100]), ([900, 901, 902], [98, 99, 100]),
      ([99, 900, 901], [99, 100, 101]), ([100, 101, 900], [100, 101, 102]), ([101], [100]),
    ] as [([Int], [Int])])
  func datesOfTheFutureBecomeThoseOfNow(dates: [Int], moved: [Int]) {
    #expect(Redater.moved(dates, to: 100) == moved)
  }

  /// Whatever the clock read: after the dates were corrected every interval contains the true time,
  /// and everything in the archive agrees with its evidence.
  @Test(arguments: 0..<24 as Range<UInt64>)
  func everyIntervalHoldsTheTruth(seed: UInt64) throws {
    try withArchive(sites: WrongClock.sites) { test in
      var world = WrongClock(test, seed: seed)
      for _ in 0..<60 { try world.step() }
      let comment: Comment = "seed \(seed)"
      world.now += 1_000
      _ = try test.archive.redate(to: world.now)
      #expect(try test.archive.newestRoster().map { $0.readAt <= world.now } ?? true, comment)
      #expect(try test.archive.redate(to: world.now) == Redating(rosters: 0, sites: 0), comment)
      try world.expectTruth(comment)
      #expect(try test.archive.verify(by: testRules).findings == [], comment)
      try SealTests.expectSealed(test.path, comment)
      for _ in 0..<5 { try world.step(clockIsRight: true) }
      try world.expectTruth(comment)
      #expect(try test.archive.verify(by: testRules).findings == [], comment)
    }
  }

  /// The second reading was on some day until the tenth, and until it is corrected on any until its own date.
  @Test func aDayIsNotReadWhereAClockWasWrong() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1, 3_600))
      try test.publish([.made(1), .made(2)], at: day(3_650))
      let log = LogRef("rights", of: "math", in: testNetwork)
      _ = try test.archive.beginLogs([log])
      var state = LogState()
      (state.newestAt, state.readUntil) = (day(0), day(3_650))
      try test.archive.record([], of: log, reaching: state)
      let now = day(10)
      func known(_ number: Int, now: Date) throws -> [Int: TenureBounds.Known] {
        let span = try #require(TimeSpan(day(number).utcDay))
        let held = try test.archive.holders(of: "math", in: span, now: now)
        #expect(
          try test.archive.readings(of: "math", around: span, now: now).isRead == (number == 1))
        return Dictionary(uniqueKeysWithValues: held.map { ($0.tenure.userID ?? 0, $0.known) })
      }
      func expect() throws {
        #expect(try known(1, now: now) == [1: .yes, 2: .maybe])
        #expect(try known(5, now: now) == [1: .maybe, 2: .maybe])
        #expect(try known(10, now: now) == [1: .maybe, 2: .maybe])
        #expect(try test.archive.looks(at: "math", now: now).first?.until ?? now <= now)
      }
      try expect()
      #expect(try test.archive.redate(to: now).rosters == 1)
      try expect()
      #expect(try test.archive.readingDays(of: "math") == [DayNumber(day(1))])
      #expect(try test.archive.beginLogs([log]).map(\.readUntil) == [day(0)])
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func oneRunWithAWrongClockIsMended() throws {
    try withArchive { test in
      try test.publish([.made(1), .made(2)], at: day(1))
      try test.publish([.made(1), .made(2), .made(3)], at: day(3_650))
      try test.publish([.made(2), .made(3)], at: day(3))
      #expect(try test.archive.newestRoster()?.readAt == day(3_650, 1))
      #expect(try test.archive.redate(to: day(3, 60)) == Redating(rosters: 2, sites: 1))
      let changes = try test.rows(.changes)
      #expect(changes.map { $0["kind"] } == ["joined", "left"])
      #expect(changes.map { $0["observed_at"] } == [day(3, 59), day(3, 60)].map(\.rfc3339))
      #expect(
        changes.map { $0["previous_walk_at"] } == [day(1, -60), day(1)].map(\.rfc3339))
      let site = try test.rows(.sites)[0]
      #expect(site["published_at"] == day(3, 60).rfc3339)
      #expect(site["complete_at"] == day(1).rfc3339)
      #expect(
        try test.rows(.moderators).map { $0["last_seen"] } == [day(1), day(1)].map(\.rfc3339))
      #expect(try test.archive.verify(by: testRules).findings == [])
      try test.publish([.made(2)], at: day(4))
      #expect(try test.rows(.formerModerators).map { $0["left_at"] }.contains(day(4).rfc3339))
      #expect(try test.rows(.sites)[0]["complete_at"] == day(4).rfc3339)
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }
}

/// A network that changes, and an archive of it whose clock is many years ahead for some time.
struct WrongClock {
  static let sites: [Site] = [.math, .cooking, .made(3), .made(4), .made(5)]

  /// The true time.
  var now = day(1)
  private let test: ArchiveMaker
  private var random: SeededRandom
  /// How far ahead the clock is, in seconds.
  private var ahead = 0
  private var truths: [SiteRef: Truth] = ["math": Truth(), "cooking": Truth()]
  private var listed: [SiteRef: Date] = [:]
  private var lists: [(date: Date, ids: Set<SiteRef>)] = []
  /// The true moments between which the events of the journal happened, in its order.
  private var expected: [(lower: Date, upper: Date)] = []

  /// One site: the contents of each published roster, when it was really read, and when responses
  /// arrived.
  private struct Truth {
    var rosters: [(start: Date, end: Date, names: [Int: String])] = []
    var answers: [Date] = []
  }

  init(_ test: ArchiveMaker, seed: UInt64) {
    self.test = test
    random = SeededRandom(seed: seed)
    lists = [(day(0), Set(Self.sites.map(\.ref)))]
  }

  private var clock: Date { now.addingTimeInterval(TimeInterval(ahead)) }

  mutating func step(clockIsRight: Bool = false) throws {
    now += TimeInterval(Int.random(in: 200...100_000, using: &random))
    if clockIsRight || random.chance(60) {
      ahead = 0
    } else if random.chance(40) {
      ahead = Int.random(in: 1...20, using: &random) * 31_557_600
    }
    let site: SiteRef = random.chance(50) ? "math" : "cooking"
    let known = try test.archive.changes().listing.rows.count
    var bounds = (now, now)
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1: bounds = try answer(site)
    case 2, 3: bounds = try list()
    case 4:
      if ahead == 0 { _ = try test.archive.redate(to: now) }
    default: bounds = try publish(site)
    }
    let new = try test.archive.changes().listing.rows.count - known
    expected += Array(repeating: bounds, count: new)
  }

  private mutating func publish(_ site: SiteRef) throws -> (Date, Date) {
    let roster = (1...6).filter { _ in random.chance(70) }.map { id in
      Moderator.made(
        id, "Name \(id) \(Int.random(in: 0...1, using: &random))",
        reputation: Int.random(in: 1...3, using: &random))
    }
    let last = truths[site]?.rosters.last
    _ = try test.archive.beginRun(at: clock - 100)
    try test.publish(roster, site: site, at: clock)
    let names = Dictionary(uniqueKeysWithValues: roster.map { ($0.userID, $0.displayName) })
    truths[site]?.rosters.append((now - 60, now, names))
    return (last?.start ?? now, now)
  }

  private mutating func answer(_ site: SiteRef) throws -> (Date, Date) {
    guard truths[site]?.rosters.isEmpty == false else { return (now, now) }
    let last = truths[site]?.answers.last
    try test.elect(Set((1...6).filter { _ in random.chance(30) }), site: site, at: clock)
    truths[site]?.answers.append(now - 30)
    return (last ?? now, now)
  }

  private mutating func list() throws -> (Date, Date) {
    // At most one site is missing, so that the journal's events are about that one.
    let isMissing = random.chance(50)
    let list = isMissing ? Self.sites.filter { $0.id != "cooking" } : Self.sites
    let had = lists.last { $0.ids.contains("cooking") != !isMissing }
    _ = try test.archive.recordSites(list, network: testNetwork, at: clock)
    lists.append((now, Set(list.map(\.ref))))
    return (had?.date ?? now, now)
  }

  func expectTruth(_ comment: Comment) throws {
    let rows = try test.archive.changes().listing.rows.reversed()
    #expect(rows.count == expected.count, comment)
    for (row, truth) in zip(rows, expected) {
      let told = [ChangeColumn.previousWalkAt, .observedAt].map { row[$0.rawValue].description }
      #expect(told[0] <= truth.lower.rfc3339, "\(row) \(truth) \(comment)")
      #expect(told[1] >= truth.upper.rfc3339, "\(row) \(truth) \(comment)")
      #expect(told[1] <= (now + 60).rfc3339, "\(row) \(comment)")
    }
    for (site, truth) in truths { try expectPeople(of: site, truth, comment) }
  }

  private func expectPeople(of site: SiteRef, _ truth: Truth, _ comment: Comment) throws {
    let known = try test.archive.knownSite(site)
    if let end = truth.rosters.last?.end, let date = known.publishedAt {
      #expect(date >= end, comment)
      #expect(try #require(known.completeAt) <= end, comment)
    }
    for user in 1...6 {
      guard
        let person = try test.archive.person(site: site, userID: user)?.sites
          .first(where: { $0.site == site })
      else { continue }
      let seen = truth.rosters.filter { $0.names[user] != nil }
      let first = try #require(seen.first), last = try #require(seen.last)
      #expect(try #require(person.tenures.first).bounds.beganBefore >= first.end, comment)
      #expect(try #require(person.tenures.last).bounds.endedAfter <= last.end, comment)
      for tenure in person.tenures {
        let bounds = tenure.bounds
        #expect(bounds.endedBefore.map { bounds.endedAfter <= $0 } ?? true, comment)
        #expect(bounds.beganAfter.map { $0 <= bounds.beganBefore } ?? true, comment)
      }
      for name in person.names {
        let named = seen.filter { $0.names[user] == name.name }
        let latest = try #require(named.last), earliest = try #require(named.first)
        #expect(name.firstSeen >= earliest.end && name.lastSeen <= latest.end, comment)
      }
    }
  }
}
