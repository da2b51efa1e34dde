import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

@Suite(.bounded) struct FollowTests {
  @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
  func aSignalIsTheProperEndOfFollowing(signal: Int32) async throws {
    try await withTemporaryFolder { folder in
      func sync(_ day: Int) async throws {
        let configuration = SampleConfiguration(day: day, siteLimit: 24, limits: .off)
        try await SampleServer.withRunning(configuration) { base, _ in
          let ending = try await Program.run(Program.sync(base), in: folder)
          #expect(ending.code == 0)
        }
      }
      try await sync(0)
      let archive = ArchiveFile(in: folder)
      let arguments = ["changes", "--follow", "--json", "--after", "0", "--archive", archive.path]
      try await Program.running(arguments, in: folder) { program in
        try await sync(40)
        let count = try archive.count("SELECT count(*) FROM changes")
        try await waitUntil { program.output.split(separator: "\n").count == count }
        program.send(signal)
        let ending = try await program.ending
        #expect(ending.code == 128 + signal)
        let mark = try #require(try archive.rows("SELECT uuid FROM archive").first?.first ?? nil)
        #expect(
          ending.messages.hasPrefix("Continue with --after \(mark.prefix(8))-\(count)-"))
        // Whoever follows does not keep the log from being emptied.
        #expect(try Data(contentsOf: URL(filePath: archive.path + "-wal")).isEmpty)
      }
    }
  }
}
