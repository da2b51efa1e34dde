import Foundation
import TestKit
import Testing

@testable import ModExportCommands

struct ReportTests {
  @Test func theReportHoldsWhatTheArchiveHolds() async throws {
    try await withSample { path in
      let folder = path + "-report"
      let outcome = await modexport(["report", "--output", folder], archive: path)
      #expect(outcome.code == 0)
      #expect(
        outcome.output == """
          31 files in \(folder); open \(folder)/index.html
          CSV cells that begin with =, +, - or @, which a spreadsheet may run as formulas: 2 \
          (--spreadsheet-safe guards them)

          """)
      #expect(outcome.message.isEmpty)
      let rows = try csv("moderators", in: folder)
      #expect(rows.count == 6)
      #expect(rows[2].hasPrefix("stackexchange,cooking,77,501,Ann O’Brien,"))
      #expect(try csv("changes", in: folder).count == 7)
      let page = try text("sites/math.html", in: folder)
      #expect(page.contains("Bob Økland"))
    }
  }

  @Test func theSameArchiveGivesTheSameBytes() async throws {
    try await withSample { path in
      for folder in ["one", "two"] {
        let outcome = await modexport(
          ["report", "--quiet", "--output", "\(path)-\(folder)"], archive: path)
        #expect(outcome.output.isEmpty && outcome.code == 0)
      }
      try expectSame("SHA256SUMS", in: path + "-one", and: path + "-two")
    }
  }

  /// After the last walk a day of the past is the present, seen on another way.
  @Test func aDayAfterTheLastWalkIsThePresent() async throws {
    try await withSample { path in
      let (now, then) = (path + "-now", path + "-then")
      _ = await modexport(["report", "--output", now], archive: path)
      _ = await modexport(["report", "--output", then, "--as-of", "2026-11-19"], archive: path)
      for table in ["sites", "moderators", "former_moderators", "people", "changes"] {
        try expectSame("csv/\(table).csv", in: now, and: then)
      }
      try expectSame("sites/math.html", in: now, and: then)
      try expectSame("changes.atom", in: now, and: then)
    }
  }

  @Test func aDayOfThePastHasItsOwnNamesAndNoLaterOnes() async throws {
    try await withSample { path in
      let folder = path + "-then"
      let outcome = await modexport(
        ["report", "--output", folder, "--format", "csv", "--as-of", "2026-11-11"], archive: path)
      #expect(
        outcome.output
          == "12 files in \(folder); all moderators are in \(folder)/csv/moderators.csv\n")
      let moderators = try csv("moderators", in: folder)
      #expect(moderators.count == 4)
      #expect(moderators[2].hasPrefix("stackexchange,math,2,502,Bob Økland,staff,,50,"))
      #expect(moderators[3].hasPrefix("stackexchange,math,12,501,Anne Brien,moderator,,900,"))
      let people = try csv("people", in: folder)
      #expect(
        people.dropFirst() == [
          "stackexchange,501,Anne Brien,1,900,math", "stackexchange,502,Bob Økland,1,50,math",
        ])
      let (changes, walks) = (try csv("changes", in: folder), try csv("walks", in: folder))
      #expect((changes.count, walks.count) == (1, 2))
      let sites = try csv("sites", in: folder)
      #expect(sites[2].hasSuffix(",,,,,"))
      #expect(sites[3].hasSuffix(",3,complete,2026-11-10T03:00:00Z,2026-11-10T03:00:00Z,complete"))
    }
  }

  @Test func aDayBeforeEverythingEndsWith3AndWritesNothing() async throws {
    try await withSample { path in
      let folder = path + "-then"
      let outcome = await modexport(
        ["report", "--output", folder, "--as-of", "2026-11-01"], archive: path)
      #expect(outcome.code == 3)
      #expect(
        outcome.message
          == "Error: The archive has no roster of 2026-11-01T23:59:59Z or before.\n")
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test func aFolderThatHoldsSomethingElseIsLeftAlone() async throws {
    try await withSample { path in
      let folder = path + "-mine"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      try Data("mine".utf8).write(to: URL(filePath: folder + "/letter.txt"))
      let outcome = await modexport(["report", "--output", folder], archive: path)
      #expect(outcome.code == 73)
      #expect(outcome.message.hasPrefix("Error: \(folder) is not replaced: "))
      #expect(outcome.message.hasSuffix(".\n"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder) == ["letter.txt"])
    }
  }

  @Test(arguments: [
    (
      ["--output", ""],
      "The value '' is invalid for '--output <folder>': give the path of a folder."
    ),
    (
      ["--format", "pdf"],
      "The value 'pdf' is invalid for '--format <format,…>': "
        + "give one or more of html,csv,atom."
    ),
  ])
  func aWrongOptionEndsWith64(arguments: [String], sentence: String) async throws {
    let outcome = try await withSample { await modexport(["report"] + arguments, archive: $0) }
    #expect(outcome.code == 64)
    #expect(outcome.message.split(separator: "\n").first == "Error: \(sentence)")
  }

  @Test func aTerminalSeesHowFarItIs() async throws {
    try await withSample { path in
      let outcome = await modexport(
        ["report", "--output", path + "-report"], archive: path, terminalColumns: 80)
      #expect(outcome.message.contains("\r\u{1B}[KWriting csv/moderators.csv"))
      #expect(outcome.message.hasSuffix("\r\u{1B}[K"))
    }
  }

  private func text(_ name: String, in folder: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  private func expectSame(_ name: String, in one: String, and other: String) throws {
    let (left, right) = (try text(name, in: one), try text(name, in: other))
    #expect(left == right, "\(name)")
  }

  /// The lines of a table, the header first.
  private func csv(_ table: String, in folder: String) throws -> [String] {
    try text("csv/\(table).csv", in: folder).split(separator: "\r\n").map { String($0) }
  }
}
