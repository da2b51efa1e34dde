import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// `status --check` beside a run: while it goes on, after it was killed, and after the next one.
@Suite(.bounded) struct CheckTests {
  private static let check = ["status", "--check", "--archive", ArchiveFile.name]

  @Test func aRunIsSeenWhileItGoesOnAndAfterItWasKilled() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 11, giant: 2_500, latency: .milliseconds(200),
      limits: SampleLimits(requestsPerSecond: nil))
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        try await Program.running(Program.sync(base), in: folder) { program in
          try await waitUntil { server.requestCount >= 15 }
          let running = try await Program.run(Self.check, in: folder)
          #expect(running.code == 75)
          #expect(running.output.hasPrefix("lock: process "))
          #expect(!running.output.contains("killed"))
          program.send(SIGKILL)
          _ = try await program.ending
        }
        let killed = try await Program.run(Self.check, in: folder)
        #expect(killed.code == 3)
        #expect(killed.output.hasPrefix("run: run 1, begun "))
        #expect(killed.output.contains(" is gone; the next run resumes\n"))
        #expect(killed.output.contains("\nwal: a run died; "))
        #expect(try await Program.run(Program.sync(base), in: folder).code == 0)
        let well = try await Program.run(Self.check, in: folder)
        #expect(well.code == 0)
        #expect(well.output == "" && well.messages == "")
      }
    }
  }
}
