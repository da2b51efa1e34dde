import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// What an archive is to hold is known to the next run, however the first one ended.
@Suite(.bounded) struct ScopeTests {
  private static let nowhere = "http://127.0.0.1:9/2.3"

  private func plain(_ base: String, _ more: [String] = []) -> [String] {
    Program.sync(base, more + ["--max-age", "1h"])
  }

  @Test func aFirstRunThatWasCutShortIsFinishedByTheNext() async throws {
    let configuration = SampleConfiguration(siteLimit: 24, limits: .off)
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(configuration) { base, server in
        let first = try await Program.run(
          Program.sync(base, ["--all", "--max-requests", "6"]), in: folder)
        #expect(first.code == 75)
        let status = try await Program.run(
          ["status", "--archive", archive.path], in: folder)
        #expect(status.output.contains("scope     all main sites; 13 open, 9 never mirrored"))
        let dry = try await Program.run(plain(base, ["--dry-run"]), in: folder)
        #expect(
          dry.messages.contains("The scope is all main sites; 9 of them never mirrored."))
        let second = try await Program.run(plain(base), in: folder)
        #expect(second.code == 0, "\(second.messages)")
        #expect(try archive.rosters() == server.api.network.mainRosters)
      }
    }
  }

  @Test func aFirstRunWithoutNetworkLeavesItsScope() async throws {
    let configuration = SampleConfiguration(siteLimit: 24, limits: .off)
    try await withTemporaryFolder { folder in
      let first = try await Program.run(
        Program.sync(Self.nowhere, ["--all", "--retries", "0"]), in: folder)
      #expect(first.code == 69)
      try await SampleServer.withRunning(configuration) { base, _ in
        let second = try await Program.run(plain(base), in: folder)
        #expect(second.code == 0, "\(second.messages)")
        #expect(try second.summary.counts.complete == 13)
      }
    }
  }

  @Test func aSiteThatFailedAtFirstAndOneThatIsNewAreAskedFor() async throws {
    try await withTemporaryFolder { folder in
      var configuration = SampleConfiguration(siteLimit: 10, limits: .off)
      configuration.faults = [try SampleFault("site-error@superuser")]
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(Program.sync(base, ["--all"]), in: folder)
        #expect(ending.code == 3)
      }
      configuration.faults = []
      configuration.siteLimit = 24
      try await SampleServer.withRunning(configuration) { [configuration] base, _ in
        let ending = try await Program.run(plain(base, ["--refresh-sites"]), in: folder)
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(
          try ArchiveFile(in: folder).rosters() == configuration.network.mainRosters)
      }
    }
  }

  /// A run for all main sites does not take the meta sites out of the scope, and so does not end with 0.
  @Test func whatTheScopeLacksKeepsARunFromBeingDone() async throws {
    let configuration = SampleConfiguration(siteLimit: 24, limits: .off)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, _ in
        let cut = try await Program.run(
          Program.sync(base, ["--meta", "--max-requests", "2"]), in: folder)
        #expect(cut.code == 75)
        let main = try await Program.run(Program.sync(base, ["--all"]), in: folder)
        #expect(main.code == 3)
        #expect(try main.summary.problems.map(\.reason) == ["never_mirrored"])
        #expect(main.messages.contains("11 other sites of the scope were never mirrored"))
        let named = try await Program.run(Program.sync(base, ["superuser"]), in: folder)
        #expect(named.code == 0)
        #expect(try await Program.run(plain(base), in: folder).code == 0)
      }
    }
  }

  @Test func namesAreAddedToTheScope() async throws {
    let configuration = SampleConfiguration(siteLimit: 24, limits: .off)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, _ in
        for site in ["superuser", "math"] {
          #expect(try await Program.run(Program.sync(base, [site]), in: folder).code == 0)
        }
        let plain = try await Program.run(Program.sync(base, []), in: folder)
        #expect(try plain.summary.counts == .init(complete: 2))
        #expect(plain.code == 0)
      }
    }
  }

  @Test func withoutScopeNoFileIsMade() async throws {
    try await withTemporaryFolder { folder in
      let ending = try await Program.run(Program.sync(Self.nowhere, []), in: folder)
      #expect(ending.code == 64)
      #expect(ending.messages.contains("The archive has no scope yet"))
      #expect(!FileManager.default.fileExists(atPath: ArchiveFile(in: folder).path))
    }
  }
}
