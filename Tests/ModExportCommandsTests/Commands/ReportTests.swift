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
          29 files in \(folder); open \(folder)/index.html
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

  @Test(arguments: ["report", "mirror"])
  func aKeyThatIsNotThereIsSaidBeforeAnythingIsDone(command: String) async throws {
    let outcome = try await sample(command, "--sign", "none")
    #expect(outcome.code == 64)
    #expect(outcome.message == "Error: The key 'none' cannot be read: check its path.\n")
    #expect(outcome.output.isEmpty)
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
      ["--public-after", "90d"], "--public-after is for a report with --public."
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
