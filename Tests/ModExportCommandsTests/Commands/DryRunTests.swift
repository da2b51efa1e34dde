import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import Archive
@testable import ModExportCommands

/// What a run would cost, without one request.
struct DryRunTests {
  private static let api = ["--api-url", "http://127.0.0.1:9/2.3"]

  private func dryRun(_ arguments: [String], at path: String) async -> CommandResult {
    await modexport(arguments + ["--dry-run"] + Self.api, archive: path)
  }

  /// The sample's list of sites is older than a day, and it has no filter.
  @Test(arguments: ["sync", "mirror"]) func theRequestsAreAddedUp(command: String) async throws {
    try await withSample { path in
      let usual = await dryRun([command, "--all"], at: path)
      #expect(usual.code == 0)
      #expect(
        usual.message.contains(
          "\nAbout 5 requests. Retries come on top.\n"))
      #expect(
        usual.message.contains(
          "\nQuota: not known: no answer of today said how many requests are left without a key; the API "
            + "allows 300 a day.\n"))
      let elected = await dryRun([command, "--all", "--elected"], at: path)
      #expect(
        elected.message.contains("\nAbout 8 requests. "))
    }
  }

  @Test func aLongRosterIsReadTwice() async throws {
    try await withTemporaryFolder { folder in
      let site = Site("math", name: "Mathematics", url: "https://math.example")
      let maker = try ArchiveMaker(folder, sites: [site], at: .november(20))
      let crowd = (1...150).map { Moderator(userID: $0, displayName: "M\($0)", reputation: $0) }
      try maker.publish(crowd, site: "math", at: .november(20))
      try maker.archive.close()
      let outcome = await dryRun(["sync", "math", "--max-age", "0s", "--elected"], at: maker.path)
      #expect(
        outcome.message.contains(
          "About 9 requests. "
        ))
      #expect(outcome.output.split(separator: "\n").last?.hasSuffix("       8") == true)
    }
  }

  @Test func theQuotaThatIsLeftStandsBesideIt() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(20))
      try maker.archive.saveThrottleState(
        #"{"backoffUntil":{},"quota":{"max":300,"remaining":12},"quotaSeenAt":1795143600}"#,
        for: "127.0.0.1:9#keyless")
      try maker.archive.close()
      let outcome = await dryRun(["sync", "--all"], at: path)
      #expect(
        outcome.message.contains(
          "Quota: 12 of 300 requests left today without a key, all back at 2026-11-21T00:00:00Z.\n")
      )
      #expect(outcome.message.contains("the run would stop with exit code 75"))
    }
  }

  /// Before the first run nothing is known, and nothing is created.
  @Test func aNewArchiveIsEstimated() async throws {
    try await withTemporaryFolder { folder in
      let path = "\(folder)/new.sqlite"
      let all = await dryRun(["sync", "--all"], at: path)
      #expect(all.code == 0)
      #expect(all.message.contains("read all main sites, about 180.\n"))
      #expect(all.message.contains("About 182 requests. "))
      let meta = await dryRun(["mirror", "--meta", "--elected"], at: path)
      #expect(meta.message.contains("About 722 requests. "))
      #expect(meta.message.contains("the run would stop with exit code 75"))
      let job = await dryRun(["mirror"], at: path)
      #expect(job.message.contains("About 182 requests. "))
      let named = await dryRun(["sync", "cooking", "math"], at: path)
      #expect(named.message.contains("read 2 named sites.\n"))
      #expect(named.message.contains("About 4 requests. "))
      #expect(await dryRun(["sync"], at: path).code == 64)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// How many groups of a wiki moderate is known only once it was read.
  @Test func beforeAnyWikiWasReadABoundIsSaid() async throws {
    try await withTemporaryFolder { folder in
      let outcome = await modexport(
        [
          "sync", "--network", "wikimedia", "--all", "--contact", "ops@example.org", "--dry-run",
          "--max-requests", "6000",
        ], archive: "\(folder)/new.sqlite")
      #expect(outcome.code == 0)
      #expect(
        outcome.message.contains(
          "\nAt most 11,001 requests: how many lists a site has is not known before one was read. Retries come on "
            + "top.\n"))
      #expect(outcome.message.contains("That may be more than --max-requests 6000: "))
    }
  }

  @Test func aLimitOfRequestsThatIsTooLowIsNamed() async throws {
    try await withSample { path in
      let low = await dryRun(["sync", "--all", "--max-requests", "2"], at: path)
      #expect(low.message.contains("That is more than --max-requests 2: the run would stop"))
      let enough = await dryRun(["sync", "--all", "--max-requests", "99"], at: path)
      #expect(!enough.message.contains("--max-requests"))
    }
  }

  /// A dry run sends nothing, so it only warns of what a run would refuse.
  @Test func anotherAPIIsAWarning() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(20))
      try maker.archive.bindAPI("api.example", network: testNetwork, at: day(1))
      try maker.archive.close()
      let outcome = await dryRun(["sync", "--all"], at: path)
      #expect(outcome.code == 0)
      #expect(
        outcome.message.hasPrefix(
          "A run would be refused: This archive was mirrored from api.example; "))
      #expect(outcome.message.contains("About 5 requests. "))
      #expect(
        !(await dryRun(["sync", "--all", "--adopt-api"], at: path).message.contains("refused")))
    }
  }
}
