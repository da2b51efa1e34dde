import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit
import Testing
import Transport

/// Runs with `--adopt-api`.
struct AdoptionTests {
  /// Two servers on this machine, which only their answers identify. The archive keeps a filter and
  /// a young list of sites of each, so that without more the first answer would be a roster.
  @Test func goingBackToAnEarlierAPIUsesNoPageOfTheOther() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let rosters: [SiteID: [Int]] = ["a": Array(1...5)]
      let apis = ["http://127.0.0.1:9201/2.3", "http://127.0.0.1:9202/2.3"]
      var options = SyncRunTests.options(pageSize: 2)
      func sync(_ api: Int, adopts: Bool, most: Int? = nil) throws -> SyncHarness.Measurement {
        (harness.base, options.adoptsAPI) = (apis[api], adopts)
        harness.now += 60
        return try harness.sync(options, limits: ThrottleLimits(maxRequests: most)) {
          $0.answer(rosters, pageSize: 2)
        }
      }
      _ = try sync(0, adopts: false)
      #expect(try sync(1, adopts: true).summary?.outcome == .complete)
      #expect(try harness.boundAPI() == "localhost:9202")
      let stopped = try sync(1, adopts: false, most: 2)
      #expect(stopped.rosters.count == 2)
      let back = try sync(0, adopts: true)
      #expect(back.summary?.outcome == .complete)
      #expect(back.rosters.count == 6)
      #expect(try harness.boundAPI() == "localhost:9201")
      #expect(
        try sync(1, adopts: false).failure
          == .otherAPI("localhost:9202", archive: "localhost:9201"))
      #expect(try sync(0, adopts: false).summary?.outcome == .complete)
    }
  }

  /// An API that never answers takes no archive over, whether its address or only an answer can
  /// identify it.
  @Test(arguments: ["http://127.0.0.1:9202/2.3", "http://other.test/2.3"])
  func anAPIThatDoesNotAnswerIsNotAdopted(base: String) throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      _ = try harness.sync { $0.answer(SyncRunTests.rosters) }
      _ = try harness.sync { $0.answer(SyncRunTests.rosters) }
      let bound = try harness.boundAPI()
      harness.base = base
      var options = SyncOptions(.scope)
      (options.adoptsAPI, options.maxAge) = (true, 0)
      let outcome = try harness.sync(options) { _ in nil }
      #expect(outcome.summary?.outcome == .unreachable, "\(outcome)")
      let now = try harness.boundAPI()
      #expect(now == bound)
    }
  }
}
