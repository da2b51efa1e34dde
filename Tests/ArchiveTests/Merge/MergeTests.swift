import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Archives that are merged into a new one.
struct MergeTests {
  private static let (ann, bob, eve) = (
    Moderator.made(1, "Ann"), Moderator.made(2, "Bob"), Moderator.made(3, "Eve")
  )

  /// Two archives of the same sites, and the folder that they are in.
  private static func withTwo(_ body: ([ArchiveMaker], String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let makers = try ["one", "two"].map { name in
        let place = "\(folder)/\(name)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        return try ArchiveMaker(place, sites: [.math, .cooking], at: day(0, name == "one" ? 0 : 5))
      }
      try body(makers, folder)
    }
  }

  private static func merge(_ makers: [ArchiveMaker], in folder: String) throws -> Merge {
    for maker in makers { try maker.archive.close() }
    return try merged(makers.map(\.path), in: folder)[0]
  }

  @Test func theReadingsOfOneNarrowTheBoundsOfTheOther() throws {
    try Self.withTwo { makers, folder in
      try makers[0].publish([Self.ann], at: day(1))
      try makers[0].publish([Self.ann, Self.bob], at: day(9))
      try makers[1].publish([Self.ann], at: day(4))
      try makers[1].publish([Self.ann, Self.bob], at: day(5))
      let merge = try Self.merge(makers, in: folder)
      #expect(merge.rosters == 4 && merge.repeated == 0 && merge.contradictions == [])
      let file = ArchiveFile(merge.path)
      #expect(
        try file.rows("SELECT began_after, began_before FROM tenures WHERE user_id = 2")
          == [["2026-01-04T23:59:00Z", "2026-01-06T00:00:00Z"]])
      #expect(try file.count("SELECT count(*) FROM pages") == 4)
      let archive = try ArchiveDatabase.open(at: merge.path, for: .reading)
      #expect(try archive.search(SearchQuery("bob")).people.count == 1)
      #expect(try archive.head()?.head == merge.head)
      // The new ledger names those that it was made of.
      let heads = try makers.map {
        try ArchiveDatabase.open(at: $0.path, for: .reading).head()?.head ?? ""
      }
      let body = try file.rows("SELECT body ->> '$.heads' FROM entry WHERE kind = 'merge'")
      #expect(body == [["[\"\(heads[0])\",\"\(heads[1])\"]"]])
    }
  }

  /// A forum that is named by its address has that as its name until it answers, within the same second.
  @Test func aNameThatOnlyOneOfTwoListsOfASecondHasStays() throws {
    try Self.withTwo { makers, folder in
      for (number, maker) in makers.enumerated() {
        for name in ["forum.example", "A Forum"] {
          let site = Site(SiteRef(test: "forum.example"), name: name, url: "https://forum.example")
          _ = try maker.archive.recordSites(
            [site], network: testNetwork, at: day(6 + number), isWhole: false)
        }
      }
      let merge = try Self.merge(makers + [makers[0]], in: folder)
      let file = ArchiveFile(merge.path)
      #expect(try file.rows("SELECT name FROM sites WHERE site = 'forum.example'") == [["A Forum"]])
      let changes = "SELECT count(*) FROM changes WHERE kind = 'site_renamed'"
      let expected = try ArchiveFile(makers[0].path).rows(changes)
      #expect(try file.rows(changes) == expected)
    }
  }

  @Test func otherPeopleAtOneTimeAreAContradiction() throws {
    try Self.withTwo { makers, folder in
      try makers[0].publish([Self.ann, Self.bob], at: day(1))
      try makers[1].publish([Self.ann, Self.eve], at: day(1, 30))
      // The same people, and another time, contradict nothing.
      try makers[0].publish([Self.ann], site: "cooking", at: day(1))
      try makers[1].publish([Self.ann], site: "cooking", at: day(1, 30))
      try makers[1].publish([Self.ann, Self.bob], at: day(2))
      let merge = try Self.merge(makers, in: folder)
      #expect(merge.contradictions.map(\.site) == ["math"])
      let readings = merge.contradictions.flatMap(\.readings)
      #expect(readings.map(\.path) == makers.map(\.path))
      #expect(readings.map(\.time) == [day(0, 86_340)...day(1), day(0, 86_370)...day(1, 30)])
      #expect(readings.flatMap(\.only).map(\.key) == [Self.bob.key, Self.eve.key])
      #expect(readings.flatMap(\.only).map(\.name) == ["Bob", "Eve"])
      #expect(
        try ArchiveFile(merge.path).count("SELECT count(*) FROM observations WHERE site = 'math'")
          == 3)
    }
  }

  /// What one archive published over a better roster with its user's consent stays; what was the best of one is none
  /// beside the other.
  @Test func aLowerGradeReplacesNoHigherOneOfTheOther() throws {
    try Self.withTwo { makers, folder in
      try makers[0].publish([Self.ann, Self.bob], at: day(1))
      try makers[1].publish([Self.ann], at: day(2), total: .some(nil))
      try makers[0].publish([Self.ann, Self.bob], at: day(3))
      let merge = try Self.merge(makers, in: folder)
      let file = ArchiveFile(merge.path)
      #expect(
        try file.rows("SELECT verdict, reasons FROM walks WHERE verdict <> 'complete'")
          == [["incomplete", "lower_grade"]])
      #expect(try file.count("SELECT count(*) FROM changes") == 0)
    }
  }

  @Test func whatWasPrunedOfOneComesFromTheOther() throws {
    try Self.withTwo { makers, folder in
      for number in 1...3 { try makers[0].publish([Self.ann], at: day(number)) }
      try makers[0].archive.close()
      let copy = "\(folder)/copy.sqlite"
      try FileManager.default.copyItem(atPath: makers[0].path, toPath: copy)
      let maker = try makers[0].reopened()
      #expect(try maker.archive.prune(before: day(3), at: day(4)).pages == 2)
      try maker.archive.close()
      let both = try merged([maker.path, copy], in: folder)[0]
      #expect(both.rosters == 3 && both.repeated == 3)
      #expect(try ArchiveFile(both.path).count("SELECT count(*) FROM pages") == 3)
      let other = try Self.merge([maker, makers[1]], in: folder)
      #expect(other.verification.findings == [])
      #expect(try ArchiveFile(other.path).count("SELECT count(*) FROM pages") == 1)
      #expect(try ArchiveFile(other.path).count("SELECT count(*) FROM walks") == 3)
    }
  }

  @Test func aCorrectedDateStaysAnInterval() throws {
    try Self.withTwo { makers, folder in
      try makers[0].publish([Self.ann], at: day(1))
      try makers[0].publish([Self.ann, Self.bob], at: day(90))
      _ = try makers[0].archive.redate(to: day(5))
      try makers[1].publish([Self.ann], at: day(3))
      let merge = try Self.merge(makers, in: folder)
      let file = ArchiveFile(merge.path)
      #expect(merge.verification.findings == [] && merge.contradictions.isEmpty == false)
      #expect(
        try file.rows("SELECT began_before FROM tenures WHERE user_id = 2")
          == [["2026-01-06T00:00:00Z"]])
      #expect(try file.count("SELECT count(*) FROM correction") > 0)
    }
  }

  @Test func scopesAndLogsAreJoined() throws {
    try Self.withTwo { makers, folder in
      let log = LogRef("rights", of: "math", in: testNetwork)
      for (number, maker) in makers.enumerated() {
        try maker.archive.setScope(
          Scope(number == 0 ? .named : .main, names: [number == 0 ? "math" : "cooking"]),
          network: testNetwork)
        _ = try maker.archive.beginLogs([log])
        var state = LogState(roles: [.moderator])
        (state.oldestAt, state.newestAt) = (day(number * 10 - 100), day(number * 10 - 80))
        (state.readUntil, state.isWhole) = (day(number * 10 - 75), number == 0)
        let change = RightsChange(
          name: "Zoe", before: number == 0 ? [] : [.init(.moderator)],
          after: number == 0 ? [.init(.moderator)] : [])
        try maker.archive.record(
          [LogEntry(id: number, time: day(number * 10 - 90), .rights(change))], of: log,
          reaching: state)
        try maker.archive.recordLoggedTenures(in: testNetwork)
      }
      let merge = try Self.merge(makers, in: folder)
      #expect(merge.verification.findings == [])
      let archive = try ArchiveDatabase.open(at: merge.path, for: .reading)
      #expect(try archive.scope(of: testNetwork) == Scope(.main, names: ["math", "cooking"]))
      #expect(
        try ArchiveFile(merge.path).rows(
          "SELECT display_name, began_before, ended_before, source FROM tenures")
          == [["Zoe", "2025-10-03T00:00:00Z", "2025-10-13T00:00:00Z", "log"]])
    }
  }

  /// A file that several archives have read stands once.
  @Test func filesOfThePastAreTold() throws {
    try Self.withTwo { makers, folder in
      let url = "https://meta.example/1"
      func claim(_ name: String) -> Tenure {
        Tenure(
          userID: nil, name: name,
          bounds: TenureBounds(
            beganAfter: nil, beganBefore: day(-90), endedAfter: day(-80), endedBefore: day(-70),
            source: .claim, sourceURL: url))
      }
      let change = RightsChange(name: "Zoe", before: [], after: [.init(.moderator)])
      for (number, maker) in makers.enumerated() {
        try maker.publish([Self.ann], at: day(1))
        for name in ["Old Hand", number == 0 ? "One" : "Two"] {
          let file = BackfillFile(name: "claims.csv", bytes: 1, sha256: name)
          _ = try maker.archive.backfill(file, of: nil, from: url, at: day(2 + number)) { store in
            try store("math", claim(name))
          }
        }
        _ = try maker.archive.backfill(
          BackfillFile(name: "dump.xml", bytes: 1, sha256: "dump"),
          DumpedLogs(of: "math", names: ["rights"], central: nil), at: day(4 + number)
        ) { store in
          try store("rights", LogEntry(id: 1, time: day(-50), .rights(change)))
          return LogDumpReach(from: day(-50), until: day(-40), isWhole: true)
        }
      }
      let merge = try Self.merge(makers, in: folder)
      #expect(merge.verification.findings == [])
      let file = ArchiveFile(merge.path)
      #expect(
        try file.rows(
          "SELECT display_name, source, source_url FROM tenures WHERE source <> 'reading' ORDER BY display_name"
        ) == [
          ["Old Hand", "claim", url], ["One", "claim", url], ["Two", "claim", url],
          ["Zoe", "dump", nil],
        ])
      #expect(try file.count("SELECT count(*) FROM entry WHERE kind = 'backfill'") == 4)
    }
  }

  /// What one archive has contradicts what another one does, whichever is named first.
  @Test(arguments: [[0, 1], [1, 0]]) func whatFilesTellOtherwiseIsListed(order: [Int]) throws {
    try Self.withTwo { makers, folder in
      let claim = Tenure(
        userID: 3, name: "Eve",
        bounds: TenureBounds(
          beganAfter: nil, beganBefore: day(2), endedAfter: day(6), endedBefore: nil,
          source: .claim, sourceURL: "https://meta.example/1"))
      try makers[0].publish([Self.ann], at: day(1))
      let file = BackfillFile(name: "claims.csv", bytes: 1, sha256: "claims")
      let claims = try makers[0].archive.backfill(
        file, of: nil, from: "https://meta.example/1", at: day(9)
      ) { try $0("math", claim) }
      #expect(claims.contradictions == [])
      try makers[1].publish([Self.ann], at: day(4))
      func row(_ name: String) -> LogEntry {
        let change = RightsChange(name: name, before: [], after: [.init(.moderator)])
        return LogEntry(id: 1, time: day(-50), .rights(change))
      }
      let log = LogRef("rights", of: "math", in: testNetwork)
      _ = try makers[0].archive.beginLogs([log])
      var state = LogState(roles: [.moderator])
      (state.oldestAt, state.newestAt, state.readUntil) = (day(-50), day(-50), day(1))
      state.isWhole = true
      try makers[0].archive.record([row("Zoe")], of: log, reaching: state)
      _ = try makers[1].archive.backfill(
        BackfillFile(name: "dump.xml", bytes: 1, sha256: "dump"),
        DumpedLogs(of: "math", names: ["rights"], central: nil), at: day(8)
      ) { store in
        try store("rights", row("Zoey"))
        return LogDumpReach(from: day(-50), until: day(-40), isWhole: true)
      }
      let merge = try Self.merge(order.map { makers[$0] }, in: folder)
      #expect(merge.verification.findings == [] && merge.contradictions == [])
      #expect(merge.contradicted.map(\.tenure.name) == ["Eve"])
      #expect(merge.contradicted.map(\.readAt) == [day(4)])
      #expect(merge.differing.count == 1)
      #expect(merge.differing.first.map(\.counting.entry) == [row("Zoe")])
      #expect(merge.differing.first.map(\.other.entry) == [row("Zoey")])
      let told = try ArchiveFile(merge.path).rows(
        "SELECT display_name, source FROM tenures WHERE source IN ('log', 'dump')")
      #expect(told == [["Zoe", "log"]])
      // Nothing is there twice, whatever copies are merged.
      let again = try merged([merge.path, makers[0].path, makers[1].path], in: folder)[0]
      #expect(again.differing == merge.differing && again.contradicted == merge.contradicted)
      #expect(try ArchiveFile(again.path).count("SELECT count(*) FROM log_entry") == 2)
    }
  }

  @Test func anArchiveOfAnotherAPIIsRefused() throws {
    try Self.withTwo { makers, folder in
      try makers[0].archive.bindAPI("api.example", network: testNetwork, at: day(1))
      try makers[1].archive.bindAPI("other.example", network: testNetwork, at: day(1))
      let error = #expect(throws: ArchiveError.self) { try Self.merge(makers, in: folder) }
      #expect(error?.code == .otherAPI)
      #expect(error?.description.hasSuffix("archives of two APIs cannot be merged.") == true)
    }
  }

  /// A new digest must not prove an edited name.
  @Test func anEditedArchiveIsNotMerged() throws {
    try Self.withTwo { makers, folder in
      try makers[0].publish([Self.ann], at: day(1))
      try makers[0].damage("UPDATE name SET display_name = 'Anna'")
      let error = #expect(throws: ArchiveError.self) {
        try Self.merge([makers[0], makers[1]], in: folder)
      }
      #expect(error?.code == .damaged)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["one", "two"])
    }
  }
}
