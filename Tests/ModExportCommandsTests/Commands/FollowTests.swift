import Archive
import ArchiveKit
import Foundation
import Roster
import Synchronization
import Tables
import TestKit
import Testing

@testable import ModExportCommands

/// `changes --follow` over a time that passes only in its waits.
struct FollowTests {
  /// Follows the sample archive while a walk a wait is published; ends as by Ctrl-C after the last.
  private func follow(
    _ arguments: [String] = [], publishing rosters: [[Moderator]], from start: Date = .november(18),
    waitingEach seconds: Double = 1
  ) async throws -> CommandResult {
    try await withSample { path in
      let (results, messages) = (CapturedStream(), CapturedStream())
      let state = Mutex((step: 0, now: start))
      let console = Console(
        results: ResultStream(results), messages: MessageStream(messages),
        environment: ["MODEXPORT_ARCHIVE": path], now: { state.withLock(\.now) },
        sleep: { _ in
          let (step, now) = state.withLock { state in
            state.step += 1
            state.now += seconds
            return (state.step, state.now)
          }
          guard step <= rosters.count else { throw CancellationError() }
          let maker = try ArchiveMaker(reopening: path, at: now)
          try maker.publish(rosters[step - 1], site: "math", at: now)
          try maker.finish(at: now)
        })
      let code = await run(["changes", "--follow"] + arguments, on: console)
      // The beginning of a cursor is another for each archive.
      let message = messages.text.withoutChains.replacing("\(try mark(of: path))-", with: "MARK-")
      return CommandResult(code: code, output: results.text, message: message)
    }
  }

  private static let (community, bob) = (
    SampleArchive.community, SampleArchive.bob(reputation: 60, location: "Bergen")
  )
  private static let ann = SampleArchive.ann("Ann O’Brien", reputation: 1_900)
  private static let rosters = [
    [community, ann, bob], [community, ann, bob, SampleArchive.sue], [community, ann],
  ]

  @Test func eachChangeIsPrintedAsItIsPublished() async throws {
    let outcome = try await follow(publishing: Self.rosters)
    #expect(
      outcome.output == """
        between 02:59:01 and 03:00:02 on 18 Nov 2026  math/3  Mathematics: Sue Staff came back
        between 02:59:02 and 03:00:03 on 18 Nov 2026  math/2  Mathematics: Bob Økland left
        between 02:59:02 and 03:00:03 on 18 Nov 2026  math/3  Mathematics: Sue Staff left

        """)
    #expect(outcome.message == "Continue with --after MARK-9.\n")
    #expect(outcome.code == 0)
  }

  @Test(arguments: [
    (["--after", "4"], ["5", "6", "7", "8", "9"]),
    (["--since", "2026-11-18"], ["5", "6", "7", "8", "9"]),
    (["--kind", "returned"], ["7"]),
    (["--since", "2026-11-18", "--kind", "left"], ["6", "8", "9"]),
    (["--site", "cooking"], []),
  ])
  func whatCameBeforeIsPrintedWhereItIsAskedFor(arguments: [String], ids: [String]) async throws {
    let csv = try await follow(arguments + ["--csv"], publishing: Self.rosters)
    let lines = csv.output.split(separator: "\r\n")
    #expect(lines.first?.hasPrefix("id,network,") == true)
    #expect(lines.dropFirst().map { String($0.prefix { $0 != "," }) }.sorted() == ids)
    let json = try await follow(arguments + ["--json"], publishing: Self.rosters)
    let objects = try json.output.split(separator: "\n").map {
      try JSONDecoder().decode(JSON.self, from: Data($0.utf8))
    }
    #expect(objects.map { $0["id"] } == ids.compactMap { Int($0) }.map(JSON.number))
  }

  @Test(arguments: [
    (["--before", "5"], "Use --follow or --before, not both."),
    (["--limit", "5"], "Use --follow or --limit, not both."),
    (["--until", "2026-11-20"], "Use --follow or --until, not both."),
  ])
  func whatDoesNotGoTogetherIsRefused(arguments: [String], sentence: String) async throws {
    let outcome = try await follow(arguments, publishing: [])
    #expect(outcome.code == 64)
    #expect(outcome.message.split(separator: "\n").first == "Error: \(sentence)")
  }
}
