import Archive
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// What all commands that read an archive do where it is empty, missing, or something else.
struct PlaceTests {
  static let commands = [
    ["sites"], ["list", "math"], ["search", "ann"], ["show", "1"], ["people"], ["changes"],
    ["verify"], ["report"], ["status"], ["backup", "/nowhere/copy"], ["verify", "--rebuild"],
    ["sql", "SELECT 1"], ["changes", "--net", "--since", "2026-11-12"],
  ]

  @Test(arguments: commands)
  func aMissingArchiveEndsWith66(command: [String]) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/none.sqlite"
      let outcome = await modexport(command, archive: path)
      #expect(outcome.code == 66)
      #expect(
        outcome.message == "Error: There is no archive at \(path); `modexport sync` makes one.\n")
      #expect(outcome.output.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// A report is only replaced where its folder has nothing else: the next one could not be written.
  @Test(arguments: [
    ["mirror", "--output", "R", "--backup", "R/copies/x"], ["mirror", "--output", "R/"],
    ["mirror", "--output", "R", "--backup", "other/../R"],
    ["mirror", "--output", "new", "--backup", "new"],
    ["backup", "R/copy.sqlite"], ["status", "--metrics", "R/x.prom"],
  ])
  func nothingIsPutIntoTheFolderOfAReport(command: [String]) async throws {
    try await withTemporaryFolder { folder in
      let report = "\(folder)/R"
      let path =
        command == ["mirror", "--output", "R/"] ? "\(report)/x.sqlite" : folder + "/x.sqlite"
      try await withSample { sample in
        let written = await modexport(["report", "--output", report], archive: sample)
        #expect(written.code == 0)
      }
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
      let places = command.map { word in
        word.contains("R") || word == "new" ? "\(folder)/\(word)" : word
      }
      let outcome = await modexport(places, archive: path)
      #expect(outcome.code == 64, "\(outcome.message)")
      #expect(outcome.message.contains("which is replaced as a whole: choose another place."))
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() == names)
    }
  }

  @Test(arguments: commands + [["sync", "--all", "--api-url", "http://127.0.0.1:9/2.3"]])
  func aFileThatIsNoArchiveStaysAsItIs(command: [String]) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/letter.txt"
      let content = Data(String(repeating: "Dear archive, ", count: 100).utf8)
      try content.write(to: URL(filePath: path))
      let outcome = await modexport(command, archive: path)
      #expect(outcome.code == 66)
      #expect(outcome.message == "Error: \(path) is not a modexport archive.\n")
      #expect(try Data(contentsOf: URL(filePath: path)) == content)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["letter.txt"])
    }
  }

  @Test func anArchiveOfAnotherFormatEndsWith66() async throws {
    try await withSample { path in
      var content = try Data(contentsOf: URL(filePath: path))
      content.replaceSubrange(60..<64, with: [0, 0, 3, 231])  // SQLite's user_version
      try content.write(to: URL(filePath: path))
      let outcome = await modexport(["sites"], archive: path)
      #expect(outcome.code == 66)
      #expect(outcome.message.contains("has format 999, and this modexport reads only format"))
    }
  }

  @Test(arguments: [
    (["sites"], "The archive contains no sites yet; `modexport sync` fetches them."),
    (["sql", "SELECT * FROM sites"], "The query found no rows."),
    (["verify"], "The archive has no roster yet: there is nothing to prove."),
  ])
  func anEmptyArchiveIsAnAnswer(command: [String], sentence: String) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/empty.sqlite"
      try ArchiveDatabase.open(at: path, for: .writing).close()
      let outcome = await modexport(command, archive: path)
      #expect(outcome.code == 0)
      #expect(outcome.output.isEmpty)
      #expect(outcome.message == sentence + "\n")
      let json = await modexport(command + ["--json"], archive: path)
      #expect(json.json != nil)
    }
  }

  @Test(arguments: [["list"], ["search", "ann", "--site"]])
  func anOldAnswerSaysHowOldItIs(command: [String]) async throws {
    let age = "Seasoned Advice was last read on 12 Nov 2026.\n"
    for (site, isOld) in [("cooking", true), ("math", false)] {
      let outcome = try await withSample { await modexport(command + [site], archive: $0) }
      #expect(outcome.code == 0 && !outcome.output.isEmpty)
      #expect(outcome.message.contains(isOld ? age : "last read") == isOld, "\(outcome)")
    }
  }

  /// Who is no moderator in the archive can be one of a site that was never read.
  @Test(arguments: [
    ["show", "bicycles/12"], ["show", "https://bicycles.stackexchange.com/users/12/ann"],
    ["show", "bicycles/Somebody"], ["withhold", "bicycles/12"],
  ])
  func aSiteThatWasNeverReadAnswersNothing(command: [String]) async throws {
    let outcome = try await withSample { await modexport(command, archive: $0) }
    #expect(outcome.code == 3 && outcome.output.isEmpty)
    #expect(outcome.message == "Error: Nobody looked at Bicycles yet: `modexport sync` does.\n")
  }

  @Test(arguments: [
    ["search", "ann"], ["changes"], ["changes", "--net", "--since", "2026-11-12"],
    ["changes", "--after", "0"], ["people"], ["show", "ann"], ["show", "501"],
  ])
  func anEmptyArchiveSaysThatNobodyLooked(command: [String]) async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/empty.sqlite"
      try ArchiveDatabase.open(at: path, for: .writing).close()
      let outcome = await modexport(command, archive: path)
      #expect(outcome.code == 3 && outcome.output.isEmpty)
      #expect(outcome.message.hasSuffix("Nobody looked at any site yet: `modexport sync` does.\n"))
    }
  }

  @Test func theStatusOfAnEmptyArchiveIsAllZero() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/empty.sqlite"
      try ArchiveDatabase.open(at: path, for: .writing).close()
      let outcome = await modexport(["status"], archive: path)
      #expect(
        outcome.output == """
          archive   \(path)
          scope     none; name sites with `modexport sync SITE`, or use `modexport sync --all`
          sites     0 open, 0 closed, 0 mirrored
          rosters   none
          last run  none

          """)
    }
  }

  @Test func theOptionGoesBeforeTheEnvironment() async throws {
    try await withSample { path in
      let outcome = await modexport(
        ["people", "--archive", path], archive: "/nowhere/none.sqlite")
      #expect(outcome.code == 0)
    }
  }
}
