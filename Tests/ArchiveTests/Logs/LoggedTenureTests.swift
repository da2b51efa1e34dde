import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// What logs tell, joined with what rosters show.
struct LoggedTenureTests {
  private static let sysop = Role(rawValue: "sysop")
  private static let site: SiteRef = "math"

  private enum Event {
    case gained, lost
    case gainedUntil(Int)
    /// There, and another role that nobody asks for changes.
    case kept
    /// Not there, and another role changes.
    case lacking
    case renamed(String)
    /// Renamed, and the row hides to what.
    case vanished
    case hidden
    /// A row whose roles nobody can read.
    case unreadable
  }

  /// Stores rows of the logs of changed rights and of renames, both read to their beginning.
  private static func log(
    _ rows: [(day: Int, name: String, event: Event)], until date: Date, in maker: ArchiveMaker
  ) throws {
    let rights = LogRef("rights", of: site, in: testNetwork)
    let renames = LogRef("renames", of: site, in: testNetwork)
    _ = try maker.archive.beginLogs([rights, renames])
    var state = LogState(roles: [sysop])
    (state.newestAt, state.oldestAt, state.readUntil) = (date, day(-5000), date)
    state.isWhole = true
    var entries: [LogRef: [LogEntry]] = [rights: [], renames: []]
    for (id, row) in rows.enumerated() {
      let (time, bot) = (
        day(row.day), RightsChange.Membership(Role(rawValue: "bot"), tellsExpiry: true)
      )
      func changed(
        _ before: [RightsChange.Membership], _ after: [RightsChange.Membership]
      ) {
        let change = RightsChange(name: row.name, before: before, after: after)
        entries[rights]?.append(LogEntry(id: id, time: time, .rights(change)))
      }
      let roles = [RightsChange.Membership(sysop, tellsExpiry: true)]
      switch row.event {
      case .gained: changed([], roles)
      case .lost: changed(roles, [])
      case .gainedUntil(let end): changed([], [.init(sysop, expiry: day(end))])
      case .kept: changed(roles, roles + [bot])
      case .lacking: changed([], [bot])
      case .renamed(let name):
        let rename = UserRename(oldName: row.name, newName: name)
        entries[renames]?.append(LogEntry(id: id, time: time, .rename(rename)))
      case .vanished:
        let rename = UserRename(oldName: row.name, newName: nil)
        entries[renames]?.append(LogEntry(id: id, time: time, .rename(rename)))
      case .unreadable:
        let change = RightsChange(name: row.name, before: nil, after: nil)
        entries[rights]?.append(LogEntry(id: id, time: time, .rights(change)))
      case .hidden:
        let change = RightsChange(name: nil, before: nil, after: nil)
        entries[rights]?.append(LogEntry(id: id, time: time, .rights(change)))
      }
    }
    for (log, entries) in entries {
      try maker.archive.record(entries, of: log, reaching: state)
    }
    try maker.archive.recordLoggedTenures(in: testNetwork)
    #expect(try maker.archive.verify(by: testRules).findings == [])
  }

  /// What follows from logs and readings is made again from them.
  @Test(arguments: [
    "DELETE FROM logged_tenure", "UPDATE logged_tenure SET began_before = began_before + 1",
    "UPDATE logged_tenure SET ended_before = NULL", "UPDATE logged_tenure SET name = 'x'",
    "INSERT INTO logged_tenure SELECT * FROM logged_tenure",
    "DELETE FROM logged_name", "UPDATE logged_name SET name = 'x'",
    "UPDATE logged_name SET until = until + 1",
  ])
  func editedTenuresAreRebuilt(damage: String) throws {
    try withArchive { maker in
      try Self.log(
        [
          (-30, "Ann", .gained), (-20, "Ann", .lost), (-10, "Rob", .gained),
          (-5, "Rob", .renamed("Bob")),
        ], until: day(1), in: maker)
      try maker.archive.close()
      func derived() throws -> [[String?]] {
        try maker.file.rows("SELECT * FROM logged_tenure ORDER BY began_before")
          + maker.file.rows("SELECT * FROM logged_name")
      }
      let before = try derived()
      try maker.damage(damage)
      let archive = try ArchiveDatabase.open(at: maker.path, for: .writing, toVerify: true)
      let rebuild = try archive.rebuild(by: testRules, now: day(9))
      try archive.close()
      #expect(rebuild.before.findings.map(\.rule) == [.logs])
      #expect(rebuild.after?.findings == [])
      #expect(try derived() == before)
    }
  }

  /// Each tenure of the view with its user and dates; days that the log tells have a star.
  private static func tenures(_ maker: ArchiveMaker) throws -> [String] {
    var lines: [String] = []
    // Both bounds are the same where a log tells the moment.
    let sql = """
      SELECT user_id, display_name, began_before, began_after IS began_before,
        coalesce(ended_before, iif(grade IS NULL, ended_after, NULL)), ended_before IS ended_after
      FROM tenures ORDER BY began_before, user_id
      """
    try maker.archive.query(sql, columns: { _ in }) { row in
      func date(_ place: Int) -> String {
        let text = row[place].description
        guard !text.isEmpty, let date = Date(dayOrInstant: text) else { return "" }
        let number = Int((date.timeIntervalSince(day(0)) / 86_400).rounded(.down))
        return "\(number)\(row[place + 1] == .integer(1) ? "*" : "")"
      }
      lines.append("\(row[0].description) \(row[1].description) \(date(2)) \(date(4))")
    }
    return lines
  }

  private static func person(_ id: Int, _ name: String) -> Moderator {
    .made(id, name, role: sysop)
  }

  /// Otherwise a wiki of a thousand moderators is never read to its end.
  @Test func loggedTenuresAreFoundByTheirUser() throws {
    try withArchive { maker in
      var steps: [String] = []
      let sql = "EXPLAIN QUERY PLAN SELECT * FROM dated_tenure WHERE member = 1"
      try maker.archive.query(sql, columns: { _ in }) { row in
        steps += row.map(\.description).filter {
          $0.contains("logged_tenure") || $0.contains("AUTOMATIC")
        }
      }
      #expect(!steps.isEmpty && steps.allSatisfy { $0.contains("(member=?)") }, "\(steps)")
    }
  }

  /// The bounds of each tenure in days, `-` where there is none; the end only where the log gives a bound.
  private static func bounds(_ maker: ArchiveMaker) throws -> [String] {
    var lines: [String] = []
    let sql = """
      SELECT display_name, began_after, began_before,
        iif(source = 'log', ended_after, NULL) AS ended_after, ended_before FROM tenures
      ORDER BY began_before, display_name
      """
    try maker.archive.query(sql, columns: { _ in }) { row in
      let days = row.dropFirst().map { cell in
        Date(dayOrInstant: cell.description).map {
          "\(Int(($0.timeIntervalSince(day(0)) / 86_400).rounded(.down)))"
        } ?? "-"
      }
      lines.append("\(row[0].description) \(days.joined(separator: " "))")
    }
    return lines
  }

  /// Carl took the name Bob after another Bob had held the role, whose rename no log has.
  @Test func whoTookANameDidNotHoldTheRoleOfTheOneBefore() throws {
    try withArchive { maker in
      try maker.publish([Self.person(1, "Bob")], at: day(1))
      try Self.log(
        [(-4000, "Bob", .gained), (-3000, "Bob", .lost), (-2000, "Carl", .renamed("Bob"))],
        until: day(2), in: maker)
      #expect(try Self.tenures(maker) == [" Bob -4000* -3000*", "1 Bob 1 "])
      let person = try #require(try maker.archive.person(site: Self.site, userID: 1))
      #expect(person.sites[0].tenures.map(\.grade) == [.complete])
    }
  }

  /// Granted until a day, and there again later: no row tells since when.
  @Test func aRoleThatExpiredAndIsThereAgainHasNoKnownBeginning() throws {
    try withArchive { maker in
      try maker.publish([Self.person(1, "Ann")], at: day(1))
      try Self.log(
        [(-4000, "Ann", .gainedUntil(-3000)), (-2000, "Ann", .kept)], until: day(2), in: maker)
      let told = try Self.bounds(maker)
      #expect(
        told == [
          "Ann -4000 -4000 -3000 -3000", "Ann -3000 -2000 -2000 1", "Ann - 1 - -",
        ])
    }
  }

  /// A row about a role that nobody asks for shows that the role is gone; a hidden row, that it may be.
  @Test func whatNoRowTellsIsNotBridged() throws {
    try withArchive { maker in
      try maker.publish(
        [Self.person(1, "Ann"), Self.person(2, "Bea"), Self.person(3, "Cy")], at: day(1))
      try Self.log(
        [
          (-400, "Ann", .gained), (-300, "Ann", .lacking), (-250, "Bea", .gained),
          (-200, "", .hidden), (-150, "Cy", .gained),
        ], until: day(2), in: maker)
      let told = try Self.bounds(maker)
      #expect(
        told == [
          "Ann -400 -400 -400 -300", "Bea -250 -250 -200 -", "Cy -150 -150 2 -", "Ann -300 1 - -",
          "Bea -250 1 - -",
        ])
    }
  }

  /// As long as the log knows the name, a reading without it ends what the log tells.
  @Test func aReadingEndsWhatAnUnreadableRowLeavesOpen() throws {
    try withArchive { maker in
      for date in [1, 5] { try maker.publish([Self.person(1, "Ann")], at: day(date)) }
      try Self.log(
        [
          (-400, "Bea", .gained), (-390, "Cy", .gained), (-300, "Bea", .unreadable),
          (-290, "Cy", .unreadable), (-280, "Cy", .vanished),
        ], until: day(6), in: maker)
      let told = try Self.bounds(maker)
      #expect(told == ["Bea -400 -400 -300 1", "Cy -390 -390 -290 -", "Ann - 1 - -"])
    }
  }

  /// Rosters that are published after the log was read change nothing of what follows from it.
  @Test func laterRostersDoNotChangeWhoseALoggedTenureIs() throws {
    try withArchive { maker in
      try maker.publish([Self.person(1, "Ann"), Self.person(2, "Bea")], at: day(1))
      try maker.publish([Self.person(1, "Ann"), Self.person(2, "Bea")], at: day(5))
      try Self.log(
        [(-400, "Ann", .gained), (-300, "Ann", .lost), (-200, "Bea", .gained)], until: day(6),
        in: maker)
      let before = try Self.tenures(maker).first
      #expect(before == "1 Ann -400* -300*")
      try maker.publish([Self.person(1, "Anna"), Self.person(3, "Ann")], at: day(20))
      try maker.publish([Self.person(3, "Ann"), Self.person(2, "Bea")], at: day(30))
      #expect(try Self.tenures(maker).first == before)
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  /// Bea held the role, and took the name that Ann gave up: Ann did not hold it.
  @Test func aNameThatALogTellsAwayIsNoName() throws {
    try withArchive { maker in
      try maker.publish([Self.person(1, "Ann")], at: day(1))
      try maker.publish([Self.person(1, "Anna")], at: day(20))
      try Self.log(
        [
          (-400, "Bea", .gained), (-300, "Bea", .lost), (10, "Ann", .renamed("Anna")),
          (12, "Bea", .renamed("Ann")),
        ], until: day(21), in: maker)
      #expect(try Self.tenures(maker) == [" Ann -400* -300*", "1 Anna 1 "])
    }
  }

  /// The same where the renames are not logged, and the other one is on the roster.
  @Test func anotherHolderOfAFormerNameIsNotTakenForTheFirst() throws {
    try withArchive { maker in
      try maker.publish(
        [Self.person(1, "Ann"), Self.person(2, "Bea"), Self.person(3, "Cy")], at: day(1))
      try maker.publish(
        [Self.person(1, "Anna"), Self.person(2, "Ann"), Self.person(3, "Cy")], at: day(20))
      try maker.publish([Self.person(3, "Cy")], at: day(40))
      try Self.log([(-400, "Ann", .gained), (30, "Ann", .lost)], until: day(41), in: maker)
      let told = try Self.tenures(maker)
      #expect(told.contains("1 Anna 1 40") && told.contains { $0.hasPrefix("2 Ann") })
    }
  }

  /// Somebody who left and was renamed later is not who has the name now.
  @Test func whoLeftLosesANameThatWasGivenUpLater() throws {
    try withArchive { maker in
      try maker.publish([Self.person(1, "Ann"), Self.person(2, "Bob")], at: day(1))
      try maker.publish([Self.person(2, "Bob")], at: day(20))
      try Self.log(
        [
          (-400, "Bea", .gained), (-300, "Bea", .lost), (30, "Ann", .renamed("Anna")),
          (31, "Bea", .renamed("Ann")),
        ], until: day(40), in: maker)
      #expect(try Self.tenures(maker).first == " Ann -400* -300*")
    }
  }

  /// A name that no log tells away is its user's, also after a rename of all wikis, which logs lack.
  @Test func aFormerNameOfNobodyElseIsTheUsers() throws {
    try withArchive { maker in
      try maker.publish([Self.person(1, "Ann")], at: day(1))
      try maker.publish([Self.person(1, "Anna")], at: day(20))
      try Self.log(
        [(-400, "Ann", .gained), (-300, "Ann", .lost), (-9, "Ann", .gained)],
        until: day(21), in: maker)
      #expect(try Self.tenures(maker) == ["1 Ann -400* -300*", "1 Anna -9* "])
    }
  }

  /// A tenure between two rosters, and one that the log interrupts between them.
  @Test func whatHappenedBetweenTwoRostersIsTold() throws {
    try withArchive { maker in
      try maker.publish([Self.person(1, "Ann")], at: day(1))
      try maker.publish([Self.person(1, "Ann")], at: day(20))
      try Self.log(
        [
          (-400, "Ann", .gained), (5, "Ann", .lost), (5, "Quick", .gained), (9, "Quick", .lost),
          (9, "Ann", .gained),
        ], until: day(21), in: maker)
      #expect(try Self.tenures(maker) == ["1 Ann -400* 5*", " Quick 5* 9*", "1 Ann 9* "])
    }
  }

  /// The end is that of the tenure that was seen last, not of a later one that no roster saw.
  @Test func theEndIsThatOfTheTenureThatWasSeen() throws {
    try withArchive { maker in
      try maker.publish([Self.person(1, "Ann"), Self.person(2, "Bob")], at: day(1))
      try maker.publish([Self.person(2, "Bob")], at: day(20))
      try Self.log(
        [
          (-400, "Ann", .gained), (5, "Ann", .lost), (9, "Ann", .gained), (12, "Ann", .lost),
        ], until: day(21), in: maker)
      #expect(try Self.tenures(maker) == ["1 Ann -400* 5*", "2 Bob 1 ", "1 Ann 9* 12*"])
      let person = try #require(try maker.archive.person(site: Self.site, userID: 1))
      #expect(
        person.sites[0].tenures.map {
          Int($0.bounds.beganBefore.timeIntervalSince(day(0)) / 86_400)
        }
          == [-400, 9])
    }
  }
}
