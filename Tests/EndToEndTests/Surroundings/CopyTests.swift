import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// Copies made with `cp` after a run that was killed.
@Suite(.bounded) struct CopyTests {
  @Test func aCopyWithoutTheLogSaysThatARunHasNotEndedInIt() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 24, latency: .milliseconds(10), limits: .off)
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(configuration) { base, server in
        let first = try await Program.run(Program.sync(base), in: folder)
        #expect(first.code == 0)
        let clean = try await Program.run(
          ["verify", "--archive", archive.path], in: folder)
        #expect(clean.messages.isEmpty)
        try await Program.running(Program.sync(base), in: folder) { program in
          let before = server.requestCount
          try await waitUntil { server.requestCount >= before + 8 || !program.isRunning }
          program.send(SIGKILL)
          #expect(try await program.ending.code == 137)
        }
      }
      let status = try await Program.run(["status", "--archive", archive.path], in: folder)
      #expect(
        status.output.contains("-wal of ") && status.output.contains("contains the newest data"))
      let copy = "\(folder)/copy.sqlite"
      try FileManager.default.copyItem(atPath: archive.path, toPath: copy)
      for command in ["status", "verify"] {
        let ending = try await Program.run([command, "--archive", copy], in: folder)
        #expect(ending.code == 0)
        #expect((ending.output + ending.messages).contains("not ended"), "\(ending)")
      }
    }
  }
}
