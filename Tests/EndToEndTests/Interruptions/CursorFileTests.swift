import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// `changes --cursor FILE` in a process of its own.
@Suite(.bounded) struct CursorFileTests {
  /// An archive with changes of 40 days.
  private func withArchive(_ body: (ArchiveFile, _ folder: String) async throws -> Void)
    async throws
  {
    try await withTemporaryFolder { folder in
      for day in [0, 40] {
        let configuration = SampleConfiguration(day: day, siteLimit: 24, limits: .off)
        try await SampleServer.withRunning(configuration) { base, _ in
          let ending = try await Program.run(Program.sync(base), in: folder)
          #expect(ending.code == 0)
        }
      }
      try await body(ArchiveFile(in: folder), folder)
    }
  }

  /// As on a full disk: what was not written comes again.
  @Test func whereTheOutputCannotBeWrittenTheCursorStays() async throws {
    try await withArchive { archive, folder in
      let count = try archive.count("SELECT count(*) FROM changes")
      let arguments = [
        "changes", "--archive", archive.path, "--cursor", "cursor", "--after", "0", "--jsonl",
      ]
      let full = ["sh", "-c", #""$0" "$@" > /dev/full"#, Program.path]
      try await Program.running(arguments, command: full, in: folder) { program in
        let ending = try await program.ending
        #expect(ending.code == 73)
      }
      #expect(
        try String(contentsOfFile: "\(folder)/cursor", encoding: .utf8).hasSuffix("-0\n"))
      let next = try await Program.run(arguments, in: folder)
      #expect(next.code == 0 && next.output.split(separator: "\n").count == count && count > 3)
      #expect(
        try String(contentsOfFile: "\(folder)/cursor", encoding: .utf8).contains("-\(count)-"))
    }
  }

  @Test func followingEndsWhenNobodyReads() async throws {
    try await withArchive { archive, folder in
      let pipe = ["sh", "-c", #""$0" "$@" | head -n 1"#, Program.path]
      let arguments = ["changes", "--follow", "--json", "--after", "0", "--archive", archive.path]
      try await Program.running(arguments, command: pipe, in: folder) { program in
        let ending = try await program.ending
        #expect(ending.code == 0 && ending.messages.isEmpty)
        #expect(ending.output.split(separator: "\n").count == 1)
      }
    }
  }
}
