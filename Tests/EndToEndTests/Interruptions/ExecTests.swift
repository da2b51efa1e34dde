import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// `changes --exec` in a process of its own.
@Suite(.bounded) struct ExecTests {
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

  private func arguments(_ archive: ArchiveFile, _ command: String, _ more: String...) -> [String] {
    [
      "changes", "--archive", archive.path, "--exec", command, "--cursor", "cursor", "--after", "0",
      "-q",
    ]
      + more
  }

  /// The id of the last change that was taken.
  private func position(_ folder: String) throws -> Int? {
    let text = try String(contentsOfFile: "\(folder)/cursor", encoding: .utf8)
    return text.split(separator: "-").last.flatMap { Int($0.dropLast()) }
  }

  @Test func whatTheCommandPrintsIsPrinted() async throws {
    try await withArchive { archive, folder in
      let count = try archive.count("SELECT count(*) FROM changes")
      let ending = try await Program.run(
        arguments(archive, "cat; echo note >&2"), in: folder)
      #expect(ending.code == 0)
      #expect(ending.output.split(separator: "\n").count == count && count > 3)
      #expect(ending.messages == String(repeating: "note\n", count: count))
      #expect(try position(folder) == count)
    }
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGTERM], [false, true])
  func aSignalEndsTheCommandToo(signal: Int32, follows: Bool) async throws {
    try await withArchive { archive, folder in
      let started = "\(folder)/started"
      // Three changes are taken; the fourth takes for ever.
      let command = """
        echo x >> taken; test "$(wc -l < taken)" -lt 4 || { echo $$ > new; mv new started; sleep 600; }
        """
      try await Program.running(
        arguments(archive, command) + (follows ? ["--follow"] : []), in: folder
      ) { program in
        try await waitUntil { FileManager.default.fileExists(atPath: started) }
        program.send(signal)
        let ending = try await program.ending
        #expect(ending.code == 128 + signal)
        #expect(ending.messages.isEmpty)
      }
      #expect(try position(folder) == 3)
      let text = try String(contentsOfFile: started, encoding: .utf8)
      let process = try #require(pid_t(text.dropLast()))
      #expect(kill(process, 0) != 0)
    }
  }

  /// The command has done its work, and its process is killed before the cursor moves.
  @Test func afterAKillAChangeComesAgain() async throws {
    try await withArchive { archive, folder in
      let command = """
        cat >> taken; test "$(wc -l < taken)" -ne 4 || { test -e killed || { touch killed; kill -9 $PPID; }; }
        """
      let killed = try await Program.run(arguments(archive, command), in: folder)
      #expect(killed.code == 128 + SIGKILL)
      #expect(try position(folder) == 3)
      #expect(try await Program.run(arguments(archive, command), in: folder).code == 0)
      let count = try archive.count("SELECT count(*) FROM changes")
      let taken = try String(contentsOfFile: "\(folder)/taken", encoding: .utf8).split(
        separator: "\n")
      #expect(taken.count == count + 1)
      #expect(taken[3] == taken[4] && Set(taken).count == count)
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
