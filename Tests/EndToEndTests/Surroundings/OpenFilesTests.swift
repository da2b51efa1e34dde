import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// A shell that allows few open files, or only small ones.
struct OpenFilesTests {
  @Test(arguments: [8, 12, 16, 20, 24, 32, 64])
  func tooFewOpenFilesAreSaidAndEndInNoTrap(limit: Int) async throws {
    try await withTemporaryFolder { folder in
      let limited = ["/bin/sh", "-c", #"ulimit -n "$0" && exec "$@""#, "\(limit)", Program.path]
      let arguments = [
        "sync", "https://127.0.0.1:9", "--archive", ArchiveFile.name, "--retries", "0",
      ]
      try await Program.running(arguments, command: limited, in: folder) { program in
        let ending = try await program.ending
        if ending.code == 69 { return #expect(limit > 16) }
        #expect(ending.code < 128 && ending.code > 0, "\(ending)")
        #expect(ending.messages.contains("ulimit -n") || limit < 16, "\(ending)")
      }
    }
  }

  /// A write beyond the limit of a file's size fails, and does not end the program by a signal.
  @Test(arguments: [
    ["report", "--output", "pages"], ["status", "--metrics", "metrics.prom"],
    ["backup", "copy.sqlite"], ["scope", "--set", "cooking"],
  ])
  func aFileThatMustNotGrowIsSaid(arguments: [String]) async throws {
    let ending = try await Self.endingWithoutGrowth(arguments)
    #expect(ending.code == 73, "\(ending)")
    #expect(ending.messages.contains("Error: "))
  }

  @Test(arguments: [["sql", "SELECT count(*) FROM moderators"], ["verify"]])
  func whatIsThereIsReadWhereNoFileMayGrow(arguments: [String]) async throws {
    let ending = try await Self.endingWithoutGrowth(arguments)
    #expect(ending.code == 0, "\(ending)")
  }

  private static func endingWithoutGrowth(_ arguments: [String]) async throws -> Ending {
    let network = SampleConfiguration(siteLimit: 3, limits: .off)
    return try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(network) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 0, "\(ending.messages)")
      }
      let limited = ["/bin/sh", "-c", #"ulimit -f 1 && exec "$@""#, "sh", Program.path]
      let all = arguments + ["--archive", ArchiveFile.name]
      return try await Program.running(all, command: limited, in: folder) { try await $0.ending }
    }
  }
}
