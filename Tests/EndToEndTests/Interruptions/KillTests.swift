import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// A sync that is killed at any moment, and one that goes on after it.
@Suite(.bounded) struct KillTests {
  /// How many kills; `MODEXPORT_KILLS` asks for more of them, on a network of the size that they meet
  /// in the field.
  private static let asked = ProcessInfo.processInfo.environment["MODEXPORT_KILLS"].flatMap {
    Int($0)
  }
  private static let inFlight = 8

  @Test(arguments: 0..<UInt64(asked ?? 10))
  func whatWasFetchedBeforeAKillIsNotAskedForAgain(seed: UInt64) async throws {
    let configuration = SampleConfiguration(
      siteLimit: Self.asked == nil ? 11 : 78, giant: Self.asked == nil ? 2_500 : 25_000,
      latency: .milliseconds(4), jitter: .milliseconds(8),
      limits: SampleLimits(requestsPerSecond: nil))
    var random = SeededRandom(seed: seed)
    let (share, pause) = (
      Double.random(in: 0..<1, using: &random), Int.random(in: 0..<15, using: &random)
    )
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try Data("sample".utf8).write(to: URL(filePath: "\(folder)/key"))
      try await SampleServer.withRunning(configuration) { base, server in
        let network = server.api.network
        let clean = network.requestsOfACleanSync
        let moment = 1 + Int(share * Double(clean - 1))
        let arguments =
          Program.sync(base) + ["--concurrency", "\(Self.inFlight)", "--key-file", "key"]
        try await Program.running(arguments, in: folder) { program in
          try await waitUntil { server.requestCount >= moment || !program.isRunning }
          try await Task.sleep(for: .milliseconds(pause))
          program.send(SIGKILL)
          #expect([0, 137].contains(try await program.ending.code))
        }
        try archive.expectProven()
        let whole = network.mainRosters
        for (site, roster) in try archive.rosters() { #expect(roster == whole[site]) }
        let again = try await Program.run(arguments + ["--max-age", "1h"], in: folder)
        #expect(again.code == 0, "\(again.messages)")
        #expect(try archive.rosters() == whole)
        // Answers on the way are lost, and as many rosters of one page may wait for their turn to be written.
        #expect(
          server.requestCount <= clean + 2 * Self.inFlight,
          "killed after \(moment) of \(clean)")
        let pages = server.api.log.filter { $0.site == "giant" }.map { "\($0.order) \($0.page)" }
        #expect(
          pages.count <= Set(pages).count + Self.inFlight, "killed after \(moment) of \(clean)")
        try archive.expectProven()
        #expect(try archive.changes().isEmpty)
      }
    }
  }

  /// What a first run leaves that ends while it creates the archive: an empty file, or one with SQLite's header alone.
  @Test(arguments: [false, true])
  func aFileWithoutContentIsNoObstacle(hasHeader: Bool) async throws {
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try Data().write(to: URL(filePath: archive.path))
      if hasHeader { try archive.execute("CREATE TABLE a (b); DROP TABLE a") }
      try await SampleServer.withRunning(SampleConfiguration(siteLimit: 3)) { base, server in
        let plan = try await Program.run(Program.sync(base) + ["--dry-run"], in: folder)
        #expect(plan.code == 0, "\(plan.messages)")
        let run = try await Program.run(Program.sync(base), in: folder)
        #expect(run.code == 0, "\(run.messages)")
        #expect(try archive.rosters() == server.api.network.mainRosters)
      }
    }
  }
}
