import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import Archive

/// The list of rosters that a report has, and what an archive says of it.
struct RosterListTests {
  private func lines(_ archive: ArchiveDatabase, until entry: Int? = nil) throws -> [String] {
    var lines: [String] = []
    try archive.forEachRoster(until: entry) { lines.append($0.text) }
    return lines
  }

  /// Writes what a report has of the list.
  private func write(_ lines: [String], under head: String, to folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let text = ([head] + lines).map { $0 + "\n" }.joined()
    try Data(text.utf8).write(to: URL(filePath: folder + "/rosters.txt"))
  }

  @Test func eachPublishedRosterIsALineWithTheDigestOfTheLastChange() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.publish([.made(1)], at: day(2))
      try test.fail([.made(1), .made(2)], site: SiteRef(test: "math"), at: day(3))
      try test.publish([.made(1), .made(2)], at: day(4))
      let found = try lines(test.archive).map { $0.split(separator: " ") }
      #expect(
        found.map { $0[0...4].joined(separator: " ") } == [
          "\(testNetwork) math \(day(1).utcDay) complete 1",
          "\(testNetwork) math \(day(2).utcDay) complete 1",
          "\(testNetwork) math \(day(4).utcDay) complete 2",
        ])
      #expect(found[0][5] == found[1][5])
      #expect(found[1][5] != found[2][5])
      #expect(found.allSatisfy { $0[5].count == 64 })
    }
  }

  /// Whoever kept a list finds it at the beginning of later ones, under the names and dates of its time.
  @Test func whatFollowsChangesNoEarlierLine() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.publish([.made(1), .made(2)], at: day(9))
      let place = try #require(try test.archive.head())
      let before = try lines(test.archive)
      _ = try test.archive.redate(to: day(3))
      try test.list(
        [Site("maths", name: "Maths", url: "https://math.stackexchange.com")], at: day(3))
      try test.publish([.made(2)], site: SiteRef(test: "maths"), at: day(4))
      #expect(try lines(test.archive, until: place.entry) == before)
      let after = try lines(test.archive)
      #expect(after[0] == before[0])
      #expect(after[1] == before[1].replacing(day(9).utcDay, with: day(3).utcDay))
      #expect(after[2].contains(" maths "))
      let folder = test.folder + "/report"
      try write(before, under: place.head, to: folder)
      let result = try #require(try test.archive.verify(report: folder))
      #expect(result.place == place)
      #expect(result.findings.map(\.rule) == [.reportFiles])
    }
  }

  /// The sign for kelvin is the same text as a K.
  @Test func otherBytesOfTheSameTextAreNoticed() throws {
    try withArchive(sites: [Site("K", name: "K", url: "https://k.stackexchange.com")]) { test in
      try test.publish([.made(1)], site: SiteRef(test: "K"), at: day(1))
      let folder = test.folder + "/report"
      let edited = try lines(test.archive).map { $0.replacing("K", with: "\u{212A}") }
      try write(edited, under: #require(try test.archive.head()).head, to: folder)
      let result = try #require(try test.archive.verify(report: folder))
      #expect(result.findings.map(\.rule) == [.reportFiles, .reportRosters])
    }
  }

  @Test func anArchiveThatEndsBeforeTheReportIsOlder() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let older = test.folder + "/older.sqlite"
      _ = try test.archive.backUp(to: older, by: testRules, at: day(1))
      try test.publish([.made(1), .made(2)], at: day(2))
      let folder = test.folder + "/report"
      try write(lines(test.archive), under: #require(try test.archive.head()).head, to: folder)
      let archive = try ArchiveDatabase.open(at: older, for: .reading)
      defer { try? archive.close() }
      let result = try #require(try archive.verify(report: folder))
      #expect(result.place == nil)
      let said = result.findings.filter { $0.rule == .reportRosters }.map(\.description)
      #expect(said.count == 1)
      #expect(said[0].contains("older than the report"))
      #expect(said[0].contains("the first 1 of its 2 rosters"))
    }
  }

  @Test func theListOfAnEmptyArchiveIsSupported() throws {
    try withArchive { test in
      let folder = test.folder + "/report"
      try write([], under: RosterLine.noHead, to: folder)
      let result = try #require(try test.archive.verify(report: folder))
      #expect(result.findings.map(\.rule) == [.reportFiles])
      #expect(try test.archive.verify(report: test.folder) == nil)
    }
  }
}
