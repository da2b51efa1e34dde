import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Somebody whom rows of logs name, and who is withheld.
struct WithheldLogTests {
  private static let log = LogRef("rights", of: "math", in: testNetwork)
  /// What a wiki takes for one name.
  private static let forms = [
    "Zo\u{EB} Hand", "Zoe\u{308} Hand", "Zo\u{EB}_Hand", "zo\u{EB} Hand", "zoe\u{308}_Hand",
  ]

  private static func row(_ id: Int, _ name: String, gains: Bool = false) -> LogEntry {
    LogEntry(
      id: id, time: day(-id),
      .rights(RightsChange(name: name, before: [], after: gains ? [.init(.moderator)] : [])))
  }

  private static func rows(_ names: [String]) -> [LogEntry] {
    names.enumerated().map { row($0 + 1, $1) }
  }

  private static func read(_ maker: ArchiveMaker, _ rows: [LogEntry]) throws {
    _ = try maker.archive.beginLogs([log])
    var state = LogState(roles: [.moderator])
    (state.oldestAt, state.newestAt, state.readUntil) = (day(-90), day(0), day(1))
    state.isWhole = true
    try maker.archive.record(rows, of: log, reaching: state)
    try maker.archive.recordLoggedTenures(in: testNetwork)
  }

  private static func names(_ maker: ArchiveMaker) throws -> [String?] {
    try maker.file.rows("SELECT name FROM log_entry WHERE leaf IS NULL ORDER BY id").map { $0[0] }
  }

  /// Nobody tells of a tenure of theirs.
  @Test(arguments: forms.indices) func rowsInEveryFormGo(form: Int) throws {
    try withArchive { maker in
      try maker.publish([.made(1, "Ann"), .made(5, Self.forms[0])], at: day(0))
      try Self.read(maker, Self.rows(Self.forms + ["Zo\u{EB} Hands"]))
      let found = try maker.archive.peopleInLogs(named: Self.forms[form])
      #expect(try maker.archive.peopleInLogs(named: Self.forms[form], of: "math") == found)
      #expect(try maker.archive.peopleInLogs(named: "Zoe Hand") == [])
      let zoe = try #require(found.first)
      let withholding = try maker.archive.withhold(zoe, at: day(2))
      #expect(withholding.logRows == Self.forms.count)
      // The user of that name is another one, as far as anybody knows.
      #expect(withholding.namesakes.map(\.site) == ["math"])
      #expect(withholding.namesakes.map(\.userID) == [5])
      #expect(try Self.names(maker) == ["Zo\u{EB} Hands"])
      #expect(try maker.archive.verify(by: testRules).findings == [])
      let people = try #require(try maker.archive.withheldPeople())
      let later = Self.rows(Self.forms + ["Bob"])
      #expect(try people.leavingOut(later, of: Self.log).map(\.id) == [Self.forms.count + 1])
    }
  }

  /// A rename connects names in whatever form.
  @Test func renamesAreFollowedInEveryForm() throws {
    try withArchive { maker in
      try maker.publish([.made(1, "Ann")], at: day(0))
      let rename = UserRename(oldName: "old_name", newName: Self.forms[1])
      try Self.read(
        maker,
        [
          LogEntry(id: 1, time: day(-9), .rename(rename)), Self.row(2, "Old name"),
          Self.row(3, "Old names"),
        ])
      let zoe = try #require(try maker.archive.peopleInLogs(named: Self.forms[0]).first)
      #expect(try maker.archive.withhold(zoe, at: day(2)).logRows == 2)
      #expect(try Self.names(maker) == ["Old names"])
    }
  }

  /// What a dump says otherwise of a row about somebody goes with it, and does not count in its place; where only the dump
  /// names them, the row stays.
  @Test(arguments: ["Bob", "Eve"]) func rowsThatDoNotCountGo(name: String) throws {
    try withArchive { maker in
      try maker.publish([.made(1, "Ann")], at: day(0))
      try Self.read(maker, [Self.row(1, "Bob", gains: true)])
      _ = try maker.archive.backfill(
        BackfillFile(name: "dump.xml", bytes: 1, sha256: "ab"),
        DumpedLogs(of: "math", names: ["rights"], central: nil), at: day(1)
      ) { store in
        try store("rights", Self.row(1, "Eve", gains: true))
        return LogDumpReach(from: day(-90), until: day(0), isWhole: true)
      }
      let person = try #require(try maker.archive.peopleInLogs(named: name).first)
      #expect(try maker.archive.withhold(person, at: day(2)).logRows == (name == "Bob" ? 2 : 1))
      #expect(try Self.names(maker) == (name == "Bob" ? [] : ["Bob"]))
      #expect(
        try maker.archive.tenures(of: "math").map(\.name) == (name == "Bob" ? [] : ["Bob"]) + [
          "Ann"
        ])
      #expect(try maker.archive.verify(by: testRules).findings == [])
      #expect(try maker.archive.rebuild(by: testRules).after?.findings == [])
    }
  }

  /// Where another name of somebody withheld becomes known.
  enum Teller: CaseIterable { case dump, log, roster }

  /// What was kept under a name goes when the name becomes known to be theirs.
  @Test(arguments: Teller.allCases) func whatIsKnownByAnotherNameGoesLater(teller: Teller) throws {
    try withArchive { maker in
      try maker.publish([.made(1, "Ann"), .made(5, "Zo\u{EB} Hand")], at: day(0))
      try Self.read(maker, [Self.row(1, "Annette"), Self.row(2, "Anna"), Self.row(3, "Bob")])
      let claim = Tenure(
        userID: nil, name: "ANNETTE",
        bounds: TenureBounds(
          beganAfter: nil, beganBefore: day(-9), endedAfter: day(-8), endedBefore: nil,
          source: .claim, sourceURL: "https://claims.example"))
      _ = try maker.archive.backfill(
        BackfillFile(name: "claims.csv", bytes: 1, sha256: "ee"), of: "math",
        from: "https://claims.example", at: day(1)
      ) { try $0("math", claim) }
      let ann = try #require(try maker.archive.person(site: "math", userID: 1))
      _ = try maker.archive.withhold(ann, at: day(1))
      let renames = [("Anna", "Annette"), ("Annette", "Ann")].enumerated().map { place, names in
        LogEntry(
          id: 9 - place, time: day(-2, place),
          .rename(UserRename(oldName: names.0, newName: names.1)))
      }
      switch teller {
      case .dump:
        let read = try maker.archive.backfill(
          BackfillFile(name: "dump.xml", bytes: 1, sha256: "ab"),
          DumpedLogs(of: "math", names: ["rights"], central: nil), at: day(1)
        ) { store in
          for row in renames + [Self.row(4, "Anna"), Self.row(5, "Eve")] {
            try store("rights", row)
          }
          return LogDumpReach(from: day(-90), until: day(0), isWhole: true)
        }
        #expect(read.kept == 1 && read.withheld == 3)
      case .log:
        let people = try #require(try maker.archive.withheldPeople())
        // The newest row comes first.
        #expect(try people.leavingOut(renames.reversed(), of: Self.log) == [])
      case .roster:
        let people = try #require(try maker.archive.withheldPeople())
        for name in ["Annette", "Anna"] { _ = try people.replacing([.made(1, name)], on: "math") }
      }
      #expect(try Self.names(maker) == ["Bob"] + (teller == .dump ? ["Eve"] : []))
      #expect(try maker.archive.eraseWithheld())
      for name in ["Anna", "Annette", "ANNETTE"] {
        #expect(try maker.archive.loggedPeople(named: name, in: testNetwork) == [])
        #expect(maker.file.bytes.range(of: Data(name.utf8)) == nil)
      }
      #expect(try maker.archive.withheldCount() == 1)
      #expect(try maker.archive.verify(by: testRules).findings == [])
      #expect(try maker.archive.rebuild(by: testRules).after?.findings == [])
    }
  }
}
