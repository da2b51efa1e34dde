import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// `modexport mirror` as cron runs it: without a terminal.
@Suite(.bounded) struct MirrorTests {
  static func arguments(_ base: String, _ more: [String] = []) -> [String] {
    [
      "mirror", "--api-url", base, "--archive", ArchiveFile.name, "--rate", "1000", "--retries",
      "0",
      "--recheck-after", "0s", "--max-age", "0s", "--output", "report",
    ] + more
  }

  static func network(_ faults: [String] = []) throws -> SampleConfiguration {
    SampleConfiguration(siteLimit: 8, limits: .off, faults: try faults.map { try SampleFault($0) })
  }

  @Test func aGoodNightIsSilentAndLeavesAProvenArchiveAndAReport() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(try Self.network()) { base, _ in
        let night = try await Program.run(Self.arguments(base), in: folder)
        #expect((night.code, night.output, night.messages) == (0, "", ""))
      }
      try ArchiveFile(in: folder).expectProven()
      #expect(FileManager.default.fileExists(atPath: "\(folder)/report/index.html"))
      #expect(try Data(contentsOf: URL(filePath: "\(folder)/\(ArchiveFile.name)-wal")).isEmpty)
    }
  }

  /// A number of copies means a folder: never one file that each night replaces.
  @Test func aMissingFolderForCopiesIsCreated() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(try Self.network()) { base, _ in
        let more = ["--backup", "copies", "--backup-copies", "30"]
        let night = try await Program.run(Self.arguments(base, more), in: folder)
        #expect((night.code, night.messages) == (0, ""))
      }
      let copies = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/copies")
      #expect(copies.count == 1 && copies.allSatisfy { $0.hasSuffix("Z.sqlite") })
    }
  }

  @Test func whatIsNotProvenIsOneLine() async throws {
    try await withTemporaryFolder { folder in
      let faults = ["site-error@gaming", "site-error@stackoverflow"]
      try await SampleServer.withRunning(try Self.network(faults)) { base, _ in
        let night = try await Program.run(Self.arguments(base), in: folder)
        #expect(night.code == 3)
        #expect(night.output.isEmpty)
        #expect(night.messages.hasPrefix("Error: Something is not proven: "))
        #expect(night.messages.hasSuffix("`modexport status` shows it.\n"))
        #expect(night.messages.contains("and 1 other problem; what is not proven"))
        #expect(night.messages.split(separator: "\n").count == 1)
        let talkative = try await Program.run(Self.arguments(base, ["-v"]), in: folder)
        #expect(talkative.code == 3)
        #expect(talkative.output.contains("4 complete, 2 failed"))
        #expect(talkative.messages.contains("\ngaming: "))
      }
      #expect(FileManager.default.fileExists(atPath: "\(folder)/report/index.html"))
    }
  }

  @Test func anArchiveWithFindingsIsNotReported() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(try Self.network()) { base, _ in
        _ = try await Program.run(Self.arguments(base), in: folder)
        let index = "\(folder)/report/index.html"
        let before = try String(contentsOfFile: index, encoding: .utf8)
        try ArchiveFile(in: folder).execute(
          "UPDATE name SET display_name = 'Nobody' WHERE member = 3")
        let night = try await Program.run(
          Self.arguments(base, ["--max-age", "1h", "--keep", "1d"]), in: folder)
        #expect(night.code == 1)
        #expect(night.messages.split(separator: "\n").count == 1)
        #expect(night.messages.contains("restore it from a copy"))
        #expect(try String(contentsOfFile: index, encoding: .utf8) == before)
      }
    }
  }

  @Test func aReportThatCannotBeWrittenDoesNotPreventTheCopy() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(try Self.network()) { base, _ in
        let report = "\(folder)/report"
        try FileManager.default.createDirectory(
          atPath: report, withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: URL(filePath: report + "/notes.txt"))
        let night = try await Program.run(
          Self.arguments(base, ["--output", "report", "--backup", "copy.sqlite"]), in: folder)
        #expect(night.code == 73)
        #expect(night.messages.contains("report is not replaced"))
        #expect(night.messages.split(separator: "\n").count == 1)
        try ArchiveFile("\(folder)/copy.sqlite").expectProven()
        #expect(try String(contentsOfFile: report + "/notes.txt", encoding: .utf8) == "mine")
      }
    }
  }

  @Test func settingsComeFromVariables() async throws {
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(try Self.network()) { base, _ in
        let variables = [
          "MODEXPORT_API_URL": base, "MODEXPORT_ARCHIVE": "night.sqlite",
          "MODEXPORT_OUTPUT": "pages", "MODEXPORT_RATE": "1000",
        ]
        let night = try await Program.run(["mirror"], in: folder, environment: variables)
        #expect((night.code, night.messages) == (0, ""))
      }
      #expect(FileManager.default.fileExists(atPath: "\(folder)/night.sqlite"))
      #expect(FileManager.default.fileExists(atPath: "\(folder)/pages/rosters.txt"))
    }
  }
}
