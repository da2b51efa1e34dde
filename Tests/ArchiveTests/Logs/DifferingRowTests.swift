import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Rows of dumps that say otherwise than what is known.
struct DifferingRowTests {
  private static let site: SiteRef = "math"
  private static let log = LogRef("rights", of: site, in: testNetwork)

  /// That somebody got a role, by the row with the id 1.
  private static func gain(_ name: String, _ date: Int, _ role: Role = .moderator) -> LogEntry {
    LogEntry(
      id: 1, time: day(date),
      .rights(
        RightsChange(name: name, before: [], after: [.init(role, tellsExpiry: true)])))
  }

  @discardableResult
  private static func dump(
    _ maker: ArchiveMaker, _ file: String, _ rows: LogEntry...
  ) throws -> LogBackfill {
    try maker.archive.backfill(
      BackfillFile(name: "dump.xml", bytes: 1, sha256: file),
      DumpedLogs(of: site, names: ["rights"], central: nil), at: day(1)
    ) { store in
      for row in rows { try store("rights", row) }
      return LogDumpReach(from: day(-90), until: day(0), isWhole: true)
    }
  }

  @discardableResult
  private static func read(
    _ maker: ArchiveMaker, about roles: Set<Role> = [.moderator], _ rows: LogEntry...
  ) throws -> DifferingRows {
    _ = try maker.archive.beginLogs([log])
    var state = LogState(roles: roles)
    (state.oldestAt, state.newestAt, state.readUntil) = (day(-90), day(0), day(0, 1))
    state.isWhole = true
    defer { try? maker.archive.recordLoggedTenures(in: testNetwork) }
    return try maker.archive.record(rows, of: log, reaching: state)
  }

  private static func withRoster(
    _ roster: [Moderator] = [.made(1, "Ann")], _ body: (ArchiveMaker) throws -> Void
  ) throws {
    try withArchive { maker in
      try maker.publish(roster, at: day(0))
      try body(maker)
      #expect(try maker.archive.verify(by: testRules).findings == [])
      #expect(try maker.archive.rebuild(by: testRules).after?.findings == [])
    }
  }

  /// Who is told of with which source.
  private static func told(_ maker: ArchiveMaker) throws -> [String] {
    try maker.archive.tenures(of: site).filter { $0.bounds.source != .reading }
      .map { "\($0.name) \($0.bounds.source.rawValue)" }
  }

  @Test(arguments: [false, true]) func whatTheSiteToldCounts(dumpFirst: Bool) throws {
    try Self.withRoster { maker in
      let (own, dumped) = (Self.gain("Bob", -50), Self.gain("Eve", -40))
      let differing: DifferingRows
      if dumpFirst {
        try Self.dump(maker, "ab", dumped)
        differing = try Self.read(maker, own)
      } else {
        #expect(try Self.read(maker, own).count == 0)
        differing = try Self.dump(maker, "ab", dumped).differing
      }
      #expect(differing.count == 1)
      let row = try #require(differing.first.first)
      #expect(row.counting.entry == own && row.counting.source == .log && row.log == "rights")
      #expect(row.other.entry == dumped && row.other.source == .dump && row.site == "math")
      #expect(try Self.told(maker) == ["Bob log"])
      // The same file again says it again, and so does another with the same row.
      #expect(try Self.dump(maker, "ab", dumped).differing == differing)
      #expect(try Self.dump(maker, "cd", dumped).differing.first.first == row)
      #expect(try Self.dump(maker, "ef", own).differing.count == 0)
      #expect(try Self.told(maker) == ["Bob log"])
    }
  }

  /// What a site told once more after a dump is worth more than a later dump.
  @Test func whatTheSiteConfirmedCounts() throws {
    try Self.withRoster { maker in
      try Self.dump(maker, "ab", Self.gain("Bob", -50))
      #expect(try Self.read(maker, Self.gain("Bob", -50)).count == 0)
      let rows = try maker.file.count("SELECT count(*) FROM log_entry")
      try Self.read(maker, Self.gain("Bob", -50))
      #expect(try maker.file.count("SELECT count(*) FROM log_entry") == rows)
      #expect(try Self.dump(maker, "cd", Self.gain("Eve", -50)).differing.count == 1)
      #expect(try Self.told(maker) == ["Bob log"])
    }
  }

  @Test func ofTwoDumpsTheLastOneCounts() throws {
    try Self.withRoster { maker in
      #expect(try Self.dump(maker, "ab", Self.gain("Bob", -50)).differing.count == 0)
      let differing = try Self.dump(maker, "cd", Self.gain("Eve", -50)).differing
      #expect(differing.count == 1 && differing.first[0].counting.entry == Self.gain("Eve", -50))
      #expect(differing.first[0].counting.source == .dump)
      #expect(try Self.told(maker) == ["Eve dump"])
      try Self.dump(maker, "ef", Self.gain("Bob", -50))
      #expect(try Self.told(maker) == ["Bob dump"])
    }
  }

  /// A row that was read about one role says nothing of a second one.
  @Test func aRowAboutMoreRolesCounts() throws {
    let roster = [Moderator.made(1, "Ann"), .made(1, "Ann", role: .admin)]
    try Self.withRoster(roster) { maker in
      func row(_ before: [Role], _ after: [Role]) -> LogEntry {
        let lists = [before, after].map { roles in
          roles.map { RightsChange.Membership($0, tellsExpiry: true) }
        }
        return LogEntry(
          id: 1, time: day(-50),
          .rights(RightsChange(name: "Bob", before: lists[0], after: lists[1])))
      }
      try Self.read(maker, row([], [.moderator, .admin]))
      let more = row([], [.moderator, .admin])
      #expect(try Self.dump(maker, "ab", more).differing.count == 0)
      #expect(try Self.told(maker) == ["Bob dump", "Bob dump"])
      let other = try Self.dump(maker, "cd", row([.admin], [.admin])).differing
      #expect(other.first.map(\.other.source) == [.log, .dump])
      // The site is read again about both.
      let both: Set<Role> = [.moderator, .admin]
      #expect(try Self.read(maker, about: both, more).count == 1)
      #expect(try Self.told(maker) == ["Bob log", "Bob log"])
    }
  }

  @Test(arguments: [
    "UPDATE log_entry SET roles = 9 WHERE name = 'Eve'",
    "UPDATE log_entry SET name = 'Eva' WHERE name = 'Eve'",
    "DELETE FROM log_entry WHERE name = 'Eve'",
  ])
  func anEditOfARowThatDoesNotCountIsNoticed(damage: String) throws {
    try withArchive { maker in
      try maker.publish([.made(1, "Ann")], at: day(0))
      try Self.read(maker, Self.gain("Bob", -50))
      try Self.dump(maker, "ab", Self.gain("Eve", -50))
      try maker.damage(damage)
      #expect(try !maker.reopened().archive.verify(by: testRules).findings.isEmpty)
    }
  }
}
