import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Dumps of the logs of a site.
struct LogBackfillTests {
  private static let site: SiteRef = "math"
  private static let file = BackfillFile(name: "dump.xml", bytes: 7, sha256: "ab")
  private static let logs = DumpedLogs(of: site, names: ["rights", "renameuser"], central: nil)

  private static func change(_ name: String, _ day: Int, gains: Bool) -> (String, LogEntry) {
    let roles = [RightsChange.Membership(.moderator, tellsExpiry: true)]
    let (before, after) = gains ? ([], roles) : (roles, [])
    return (
      "rights",
      LogEntry(
        id: day + 1_000, time: ArchiveKit.day(day),
        .rights(RightsChange(name: name, before: before, after: after)))
    )
  }

  private static let rows = [
    change("Ann", -90, gains: true), change("Old Hand", -80, gains: true),
    change("Old Hand", -70, gains: false),
  ]

  @discardableResult
  private static func backfill(
    _ maker: ArchiveMaker, _ file: BackfillFile = file, _ logs: DumpedLogs = logs,
    from first: Int = -90, until last: Int = -60, isWhole: Bool = true,
    _ rows: [(String, LogEntry)] = rows
  ) throws -> LogBackfill {
    try maker.archive.backfill(file, logs, at: day(1)) { store in
      for (log, entry) in rows { try store(log, entry) }
      return LogDumpReach(from: day(first), until: day(last), isWhole: isWhole)
    }
  }

  private static func withRoster(_ body: (ArchiveMaker) throws -> Void) throws {
    try withArchive { maker in
      try maker.publish([.made(1, "Ann")], at: day(0))
      try body(maker)
    }
  }

  @Test func aDumpTellsTenuresLikeALog() throws {
    try Self.withRoster { maker in
      let result = try Self.backfill(maker)
      #expect(result.kept == 3 && !result.isRepeated && !result.lacksCentral)
      let told = try maker.archive.tenures(of: Self.site).filter { $0.bounds.source == .dump }
      #expect(told.map(\.name) == ["Ann", "Old Hand"])
      #expect(told.map(\.bounds.beganAfter) == [day(-90), day(-80)])
      #expect(told.last?.bounds.endedBefore == day(-70))
      #expect(try maker.archive.verify(by: testRules).findings == [])
      // A second time nothing changes, not even the ledger.
      let head = try maker.archive.head()
      let again = try Self.backfill(maker)
      #expect(again.isRepeated && again.entry == result.entry)
      #expect(try maker.archive.head() == head)
    }
  }

  /// The last row of a dump, which may be all that it has.
  @Test func theLastRowCounts() throws {
    try Self.withRoster { maker in
      try Self.backfill(maker, from: -90, until: -90, [Self.change("Bob", -90, gains: true)])
      let told = try maker.archive.tenures(of: Self.site).filter { $0.bounds.source == .dump }
      #expect(told.map(\.name) == ["Bob"])
    }
  }

  /// A wrong clock dated them. Nothing says then how far the log is known.
  @Test func rowsToComeReachNowhere() throws {
    try Self.withRoster { maker in
      let future = Self.change("Bob", 900, gains: true)
      let error = #expect(throws: ArchiveError.self) {
        try Self.backfill(maker, from: 900, until: 900, [future])
      }
      #expect(error?.code == .unfit)
      let result = try Self.backfill(maker, until: 900, Self.rows + [future])
      #expect(result.kept == 3 && result.yetToCome == 1)
      #expect(try maker.file.rows("SELECT * FROM log_entry WHERE name = 'Bob'") == [])
      let state = try maker.archive.beginLogs([LogRef("rights", of: Self.site, in: testNetwork)])[0]
      #expect(state.newestAt == day(-70))
    }
  }

  /// Rows that name a former name of theirs stand before the row that tells whose it was.
  @Test func withheldPeopleStayUnknownByFormerNames() throws {
    try Self.withRoster { maker in
      let ann = try #require(try maker.archive.person(site: Self.site, userID: 1))
      _ = try maker.archive.withhold(ann, at: day(1))
      let rename = LogEntry(
        id: 5_000, time: day(-50), .rename(UserRename(oldName: "Annette", newName: "Ann")))
      let rows = [
        Self.change("Annette", -90, gains: true), Self.change("Bob", -80, gains: true),
        ("renameuser", rename),
      ]
      #expect(try Self.backfill(maker, until: -50, rows).kept == 1)
      let names = try maker.archive.tenures(of: Self.site).map(\.name)
      #expect(names.contains("Bob") && !names.contains("Annette"))
      #expect(try maker.archive.verify(by: testRules).findings == [])
      for isClosed in [false, true] {
        if isClosed { try maker.archive.close() }
        for file in ["", "-wal"] {
          let bytes = FileManager.default.contents(atPath: maker.path + file)
          #expect(bytes?.range(of: Data("Annette".utf8)) == nil)
        }
      }
    }
  }

  /// Readings count; both ways of contradicting them are listed.
  @Test func readingsThatALogContradictsAreListed() throws {
    try withArchive { maker in
      let (ann, bob) = (Moderator.made(1, "Ann"), Moderator.made(2, "Bob"))
      let eve = Moderator.made(3, "Eve")
      for (date, roster) in [(0, [ann, bob, eve]), (2, [ann, eve]), (4, [ann])] {
        try maker.publish(roster, at: day(date))
      }
      // Of Ann the log tells that she left before, of Bob that he stayed, and of Eve what readings show.
      let rows = [
        Self.change("Ann", -90, gains: true), Self.change("Bob", -80, gains: true),
        Self.change("Eve", -70, gains: true), Self.change("Ann", -60, gains: false),
        Self.change("Eve", 3, gains: false),
      ]
      func read(_ file: BackfillFile) throws -> LogBackfill {
        try maker.archive.backfill(file, Self.logs, at: day(9)) { store in
          for (log, entry) in rows { try store(log, entry) }
          return LogDumpReach(from: day(-90), until: day(8), isWhole: true)
        }
      }
      for isRepeated in [false, true] {
        let result = try read(Self.file)
        #expect(result.isRepeated == isRepeated)
        #expect(result.contradictions.map(\.tenure.userID) == [1, 2])
        #expect(result.contradictions.map(\.readAt) == [day(0), day(2)])
        #expect(result.contradictions.allSatisfy { $0.source == .reading })
      }
      // A row that hides whom it is about can have given the role again.
      let hidden = LogEntry(
        id: 5_000, time: day(7), .rights(RightsChange(name: nil, before: nil, after: nil)))
      let other = BackfillFile(name: "other.xml", bytes: 1, sha256: "cd")
      let more = try maker.archive.backfill(other, Self.logs, at: day(9)) { store in
        try store("rights", hidden)
        return LogDumpReach(from: day(-90), until: day(8), isWhole: true)
      }
      #expect(more.contradictions.map(\.tenure.userID) == [2])
    }
  }

  /// A log and a claim contradict each other whichever was read first.
  @Test(arguments: [false, true]) func claimsThatALogContradictsAreListed(claimsFirst: Bool) throws
  {
    try Self.withRoster { maker in
      var claim = Tenure(
        userID: 1, name: "Ann",
        bounds: TenureBounds(
          beganAfter: nil, beganBefore: day(-95), endedAfter: day(-85), endedBefore: nil,
          source: .claim, sourceURL: "https://claims.example"))
      claim.role = .moderator
      func read() throws -> [Contradiction] {
        try maker.archive.backfill(
          BackfillFile(name: "claims.csv", bytes: 1, sha256: "ee"), of: nil,
          from: "https://claims.example", at: day(1)
        ) { try $0(Self.site, claim) }.contradictions
      }
      let sources: [TenureBounds.Source]
      if claimsFirst {
        #expect(try read() == [])
        sources = try Self.backfill(maker, until: 0, Self.rows).contradictions.map(\.source)
      } else {
        try Self.backfill(maker, until: 0, Self.rows)
        sources = try read().map(\.source)
      }
      #expect(sources == [claimsFirst ? .claim : .dump])
    }
  }

  /// So do a log and a claim with an end about somebody whom both know by name alone, and the claim ends where the log
  /// does.
  @Test(arguments: [false, true]) func claimsByNameThatALogDeniesEndThere(claimsFirst: Bool) throws
  {
    try Self.withRoster { maker in
      let claim = Tenure(
        userID: nil, name: "Old Hand",
        bounds: TenureBounds(
          beganAfter: nil, beganBefore: day(-75), endedAfter: day(-60), endedBefore: day(-59),
          source: .claim, sourceURL: "https://claims.example"))
      func read() throws -> [Contradiction] {
        try maker.archive.backfill(
          BackfillFile(name: "claims.csv", bytes: 1, sha256: "ee"), of: nil,
          from: "https://claims.example", at: day(1)
        ) { try $0(Self.site, claim) }.contradictions
      }
      var found = claimsFirst ? try read() : []
      let listed = try Self.backfill(maker).contradictions
      if !claimsFirst { found = try read() }
      #expect((claimsFirst ? listed : found).map(\.source) == [claimsFirst ? .claim : .dump])
      #expect((claimsFirst ? found : listed) == [])
      let span = TimeSpan(from: day(-62), through: day(-60))
      #expect(
        try maker.archive.holders(of: Self.site, in: span).filter { $0.known == .yes }
          .map(\.tenure.name) == ["Ann"])
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// Nobody knows the ids of those whom no reading shows. A file is compared also where it tells nothing new.
  @Test func whoIsOnNoReadingIsListedToo() throws {
    try Self.withRoster { maker in
      let rows = [Self.change("Bob", -90, gains: true)]
      for (file, kept) in [("ab", 1), ("cd", 0)] {
        let result = try Self.backfill(
          maker, BackfillFile(name: "dump.xml", bytes: 1, sha256: file), until: 1, rows)
        #expect(result.kept == kept)
        #expect(result.contradictions.map(\.tenure.name) == ["Bob"])
        #expect(result.contradictions.map(\.readAt) == [day(0)])
      }
    }
  }

  @Test func whatIsReadLaterGoesOnWhereADumpEnds() throws {
    try Self.withRoster { maker in
      try Self.backfill(maker)
      let state = try maker.archive.beginLogs([LogRef("rights", of: Self.site, in: testNetwork)])[0]
      #expect(state.newestAt == day(-60) && state.isWhole && state.roles == [.moderator])
    }
  }

  /// Where neither has what lies between a dump and what is known, nothing is kept.
  @Test(arguments: [
    (first: -90, last: -60, isWhole: true, state: "0..<-60"),
    (first: -50, last: -40, isWhole: false, state: nil),
    (first: -61, last: -40, isWhole: false, state: "0..<-40"),
    (first: -200, last: -100, isWhole: true, state: "0..<-60"),
  ])
  func dumpsJoinOrAreRefused(first: Int, last: Int, isWhole: Bool, state: String?) throws {
    try Self.withRoster { maker in
      try Self.backfill(maker)
      let rows = try maker.archive.tenures(of: Self.site)
      let other = BackfillFile(name: "other.xml", bytes: 1, sha256: "cd")
      let later = [Self.change("Bob", first + 1, gains: true)]
      if state == nil {
        let error = #expect(throws: ArchiveError.self) {
          try Self.backfill(maker, other, from: first, until: last, isWhole: isWhole, later)
        }
        #expect(error?.code == .unfit && error?.description.contains("nothing joins") == true)
        #expect(try maker.archive.tenures(of: Self.site) == rows)
      } else {
        try Self.backfill(maker, other, from: first, until: last, isWhole: isWhole, later)
      }
      let found = try maker.archive.beginLogs([LogRef("rights", of: Self.site, in: testNetwork)])[0]
      #expect(
        found.readUntil == day(max(state == nil ? -60 : last, -60), 1) && found.isWhole)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func aDumpThatEndsBeforeThePartThatIsKnownIsRefused() throws {
    try Self.withRoster { maker in
      let log = LogRef("rights", of: Self.site, in: testNetwork)
      _ = try maker.archive.beginLogs([log])
      var state = LogState(roles: [.moderator])
      (state.newestAt, state.oldestAt, state.readUntil) = (day(-1), day(-20), day(0))
      try maker.archive.record([], of: log, reaching: state)
      #expect(throws: ArchiveError.self) { try Self.backfill(maker) }
      #expect(try maker.archive.tenures(of: Self.site).count == 1)
      try Self.backfill(maker, until: -10)
      let found = try maker.archive.beginLogs([log])[0]
      #expect(found.isWhole && found.readUntil == day(0) && found.oldestAt == day(-90))
    }
  }

  /// Of a wiki whose rights another one changes, its own log alone tells nothing.
  @Test func withoutTheLogAboutAllSitesNothingIsTold() throws {
    try Self.withRoster { maker in
      var logs = Self.logs
      logs.central = "rights"
      #expect(try Self.backfill(maker, Self.file, logs).lacksCentral)
      #expect(try maker.archive.tenures(of: Self.site).map(\.bounds.source) == [.reading])
      var removed = Self.change("Ann", -30, gains: false)
      if case .rights(var change) = removed.1.content {
        change.site = Self.site.id
        removed.1.content = .rights(change)
      }
      logs.hasCentral = true
      let other = BackfillFile(name: "central.xml", bytes: 1, sha256: "cd")
      #expect(try !Self.backfill(maker, other, logs, until: -20, [removed]).lacksCentral)
      let told = try maker.archive.tenures(of: Self.site)
      #expect(told.contains { $0.name == "Ann" && $0.bounds.beganAfter == day(-90) })
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func aFailureAndAStopKeepNothing() throws {
    struct Broken: Error {}
    try Self.withRoster { maker in
      let head = try maker.archive.head()
      #expect(throws: Broken.self) {
        try maker.archive.backfill(Self.file, Self.logs, at: day(1)) { store in
          for (log, entry) in Self.rows { try store(log, entry) }
          throw Broken()
        }
      }
      maker.archive.interrupt()
      #expect(throws: CancellationError.self) { try Self.backfill(maker) }
      #expect(try maker.archive.head() == head)
      #expect(try maker.file.rows("SELECT * FROM log_entry") == [])
      #expect(try maker.file.rows("SELECT * FROM history_log") == [])
    }
  }

  @Test(arguments: [
    "UPDATE log_entry SET name = 'Somebody'", "UPDATE log_entry SET at = at + 1 WHERE id = 910",
    "DELETE FROM log_entry WHERE id = 910", "UPDATE entry SET body = replace(body, 'ab', 'ac')",
    "UPDATE entry SET kind = 'log' WHERE kind = 'backfill'",
  ])
  func anEditIsNoticed(damage: String) throws {
    try Self.withRoster { maker in
      try Self.backfill(maker)
      try maker.damage(damage)
      let found = try maker.reopened().archive.verify(by: testRules).findings
      #expect(!found.isEmpty)
    }
  }

  @Test func aSiteWithoutARosterIsRefused() throws {
    try withArchive { maker in
      let error = #expect(throws: ArchiveError.self) { try Self.backfill(maker) }
      #expect(error?.code == .unknown)
    }
  }
}
