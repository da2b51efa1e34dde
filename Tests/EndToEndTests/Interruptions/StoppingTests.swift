import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// Runs that end early, on purpose or by a signal, and the runs that resume after them.
@Suite(.bounded) struct StoppingTests {
  private static let free = SampleLimits(requestsPerSecond: nil)
  private static let mayEndWithin = 10.0

  @Test(arguments: zip([SIGHUP, SIGINT, SIGTERM], [129, 130, 143] as [Int32]))
  func aSignalKeepsThePagesInHand(signal: Int32, code: Int32) async throws {
    let configuration = SampleConfiguration(
      siteLimit: 11, giant: 2_500, latency: .milliseconds(200), limits: Self.free)
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(configuration) { base, server in
        let clean = server.api.network.requestsOfACleanSync
        try await Program.running(Program.sync(base), in: folder) { program in
          try await waitUntil { server.requestCount >= 15 }
          let sent = Date()
          program.send(signal)
          let ending = try await program.ending
          let seconds = ending.date.timeIntervalSince(sent)
          print("\(signal) ended the sync after \(seconds) s.")
          #expect(seconds < Self.mayEndWithin)
          #expect(ending.code == code)
          #expect(ending.messages.hasSuffix("Error: Stopped; everything fetched so far is kept.\n"))
          let counts = try ending.summary.counts
          #expect(counts.skipped > 0 && counts.complete + counts.skipped == counts.sum)
        }
        let fetched = server.log.count { $0.method == "users/moderators" }
        let kept = "SELECT (SELECT count(*) FROM pages) + (SELECT count(*) FROM staged_page)"
        #expect(try archive.count(kept) == fetched)
        try archive.expectProven()
        let again = try await Program.run(
          Program.sync(base) + ["--max-age", "1h"], in: folder)
        #expect(again.code == 0)
        #expect(server.requestCount == clean)
        #expect(try archive.rosters() == server.api.network.mainRosters)
      }
    }
  }

  /// A signal may come after the archive was opened and before the run listens.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func aSignalDuringTheStartEndsTheRun(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let pause = Int.random(in: 0..<60, using: &random)
    // A run that goes on takes longer than it may.
    let configuration = SampleConfiguration(
      siteLimit: 11, latency: .seconds(5), limits: Self.free)
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(configuration) { base, _ in
        try await Program.running(Program.sync(base), in: folder) { program in
          try await waitUntil { FileManager.default.fileExists(atPath: archive.path) }
          try await Task.sleep(for: .milliseconds(pause))
          let sent = Date()
          program.send(SIGTERM)
          let ending = try await program.ending
          #expect(ending.date.timeIntervalSince(sent) < Self.mayEndWithin, "seed \(seed)")
          #expect(ending.code == 143, "seed \(seed): \(ending.messages)")
        }
      }
    }
  }

  /// All pages are there, and what is left is to publish them, which takes seconds.
  @Test func aSignalIsHeededWhileALargeRosterIsPublished() async throws {
    let configuration = SampleConfiguration(siteLimit: 1, giant: 12_000, limits: .off)
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      try await SampleServer.withRunning(configuration) { base, server in
        let pages = 2 * 120
        try await Program.running(
          Program.sync(base, ["giant"]), command: ["STACKEXCHANGE_KEY=sample((", Program.path],
          in: folder
        ) { program in
          try await waitUntil {
            guard server.requestCount >= pages else { return false }
            return (try? archive.count("SELECT count(*) FROM staged_page")) == pages
          }
          let sent = Date()
          program.send(SIGTERM)
          let ending = try await program.ending
          print("SIGTERM ended a publication after \(ending.date.timeIntervalSince(sent)) s.")
          #expect(ending.date.timeIntervalSince(sent) < Self.mayEndWithin)
          #expect(ending.code == 143, "\(ending.messages)")
        }
        #expect(try archive.count("SELECT count(*) FROM moderators") == 0)
        let sent = server.requestCount
        let again = try await Program.run(Program.sync(base, ["giant"]), in: folder)
        #expect(again.code == 0 && server.requestCount == sent, "\(again.messages)")
        #expect(try archive.count("SELECT count(*) FROM moderators") == 12_000)
        try archive.expectProven()
      }
    }
  }

  /// As `nohup` starts it.
  @Test func aHangUpThatIsToBeIgnoredIsIgnored() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 11, latency: .milliseconds(50), limits: Self.free)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        try await Program.running(
          Program.sync(base), command: ["--ignore-signal=HUP", Program.path], in: folder
        ) { program in
          try await waitUntil { server.requestCount >= 3 }
          program.send(SIGHUP)
          #expect(try await program.ending.code == 0)
        }
      }
    }
  }

  @Test func aSignalDoesNotWaitForAnswersThatNeverCome() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 3, limits: Self.free, faults: [try SampleFault("stall@superuser")])
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        let arguments = Program.sync(base) + ["--timeout", "10m"]
        try await Program.running(arguments, in: folder) { program in
          try await waitUntil { server.requestCount >= 5 }
          let sent = Date()
          program.send(SIGTERM)
          let ending = try await program.ending
          let seconds = ending.date.timeIntervalSince(sent)
          print("SIGTERM ended a stalled sync after \(seconds) s.")
          #expect(seconds < Self.mayEndWithin)
          #expect(ending.code == 143)
          #expect(try ending.summary.counts.skipped >= 1)
        }
      }
    }
  }

  @Test func aRunThatTheQuotaStopsSaysUntilWhen() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 20, limits: SampleLimits(requestsPerSecond: nil, keylessQuota: 16))
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(Program.sync(base) + ["--quiet"], in: folder)
        #expect(ending.code == 75)
        #expect(ending.messages.hasPrefix("Error: Stopped: the quota "))
        let summary = try ending.summary
        #expect(summary.outcome == "stopped" && summary.stoppedBecause == "quota")
        let until = try #require(summary.until)
        #expect(until.hasSuffix("T00:00:00Z"))
        #expect(ending.output.contains(#""site": null"#))
        // The archive keeps it for the next morning.
        let check = try await Program.run(
          ["status", "--check", "--archive", ArchiveFile.name], in: folder)
        #expect(check.code == 75)
        #expect(
          check.output.contains(
            "stopped: the quota was down to its reserve until \(until); the next run resumes\n"))
        #expect(check.output.contains("\nnever mirrored: "))
      }
    }
  }

  @Test func twoRunsDoNotWriteToOneArchive() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 20, latency: .milliseconds(300), limits: Self.free)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        try await Program.running(Program.sync(base), in: folder) { first in
          try await waitUntil { server.requestCount > 0 }
          let second = try await Program.run(Program.sync(base), in: folder)
          #expect(second.code == 75)
          #expect(second.output.isEmpty)
          #expect(second.messages.hasPrefix("Error: "))
          #expect(second.messages.contains("another modexport"))
          #expect(first.isRunning)
          let patient = Program.sync(base) + ["--wait-lock", "2m", "--max-age", "1h"]
          let third = try await Program.run(patient, in: folder)
          #expect(third.code == 0)
          #expect(try third.summary.counts == .init(skipped: server.api.network.mainSites.count))
          #expect(try await first.ending.code == 0)
          #expect(server.requestCount == server.api.network.requestsOfACleanSync)
        }
      }
    }
  }

  @Test func aQuotaIsLeftBeforeItIsUsedUp() async throws {
    var configuration = SampleConfiguration(
      siteLimit: 40, limits: Self.free, faults: [try SampleFault("quota=22")])
    try await withTemporaryFolder { folder in
      let archive = ArchiveFile(in: folder)
      let more = ["--max-age", "1h"]
      let asked = try await SampleServer.withRunning(configuration) { base, server in
        let ending = try await Program.run(Program.sync(base) + more, in: folder)
        #expect(ending.code == 75)
        #expect(ending.messages.contains("the quota is down to its reserve; it comes back at 20"))
        #expect(try ending.summary.quotaRemaining == 10)
        #expect(server.requestCount == 12)
        #expect(server.log.allSatisfy { $0.answer == "ok" })
        // The next run need not ask to know that it is too early.
        #expect(try await Program.run(Program.sync(base) + more, in: folder).code == 75)
        #expect(server.requestCount == 12)
        return server.log.compactMap(\.site)
      }
      #expect(asked.count == 10)
      configuration.faults = []
      try await SampleServer.withRunning(configuration) { [configuration] base, server in
        let ending = try await Program.run(Program.sync(base) + more, in: folder)
        #expect(ending.code == 0)
        let all = asked + server.log.compactMap(\.site)
        #expect(all.count == Set(all).count)
        #expect(try archive.rosters() == configuration.network.mainRosters)
      }
    }
  }

  @Test func aLimitOfRequestsIsNotPassed() async throws {
    let configuration = SampleConfiguration(siteLimit: 12, limits: Self.free)
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        let network = server.api.network
        let arguments = Program.sync(base) + ["--max-requests", "5", "--max-age", "1h"]
        var codes: [Int32] = []
        while codes.last != 0, codes.count < 10 {
          let before = server.requestCount
          let ending = try await Program.run(arguments, in: folder)
          codes.append(ending.code)
          #expect(server.requestCount - before <= 5)
          #expect(try ending.summary.requests == server.requestCount - before)
        }
        let runs = (network.requestsOfACleanSync + 4) / 5
        #expect(codes == Array(repeating: 75, count: runs - 1) + [0])
        #expect(server.requestCount == network.requestsOfACleanSync)
      }
    }
  }

  @Test func aLongWaitForOneMethodNamesIt() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 5, limits: Self.free, faults: [try SampleFault("backoff=1,600s@users/moderators")])
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 75)
        #expect(
          ending.messages.contains(
            "the API asks for no requests to the method users/moderators until 20"))
        #expect(!ending.messages.contains("refuses requests"))
      }
    }
  }

  @Test func aLockOutIsNotAskedAboutAgain() async throws {
    let configuration = SampleConfiguration(
      siteLimit: 5, limits: Self.free, faults: [try SampleFault("lockout=1,600s@users/moderators")])
    try await withTemporaryFolder { folder in
      try await SampleServer.withRunning(configuration) { base, server in
        let first = try await Program.run(Program.sync(base), in: folder)
        #expect(first.code == 75)
        #expect(first.messages.contains("the API refuses requests until 20"))
        let count = server.requestCount
        let second = try await Program.run(Program.sync(base), in: folder)
        #expect(second.code == 75)
        #expect(second.messages.contains("the API refuses requests until 20"))
        #expect(server.requestCount == count)
        // As long as it lasts, also where a run would wait longer than anybody reads this.
        let other = try await Program.run(
          Program.sync(base) + ["--max-wait", "5m"], in: folder)
        #expect(other.code == 75)
        #expect(server.requestCount == count)
      }
    }
  }
}
