import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

struct CheckCommandTests {
  /// An archive where all is well on the 20th.
  private func withSound(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let site = Site("math", name: "Mathematics", url: "https://math.example")
      let maker = try ArchiveMaker(folder, sites: [site], at: .november(19))
      try maker.archive.setScope(Scope(.main), network: testNetwork)
      try maker.publish([SampleArchive.sue], site: "math", at: .november(19))
      try maker.finish(at: .november(19) + 60)
      try await body(maker.path)
    }
  }

  @Test func nothingIsSaidWhereAllIsWell() async throws {
    try await withSound { path in
      let outcome = await modexport(["status", "--check"], archive: path)
      #expect(outcome.code == 0)
      #expect(outcome.output == "" && outcome.message == "")
      let json = await modexport(["status", "--check", "--json"], archive: path)
      #expect(json.json == .object(["exit_code": 0, "troubles": .array([])]))
      let csv = await modexport(["status", "--check", "--csv"], archive: path)
      #expect(csv.output == "kind,exit_code,sites,example,since,until,detail\r\n")
    }
  }

  @Test func theCodeSaysWhetherSomebodyShouldLook() async throws {
    let outcome = try await sample("status", "--check")
    #expect(outcome.code == 3)
    #expect(outcome.output.split(separator: "\n").count == 4)
    #expect(outcome.message == "")
    let json = try await sample("status", "--check", "--json")
    #expect(json.code == 3)
    #expect(json.json?["exit_code"] == 3)
    #expect(
      json.json?["troubles"]?.elements.first
        == .object([
          "kind": "never_mirrored", "exit_code": 3, "sites": 1, "example": "bicycles",
          "since": .null, "until": .null,
          "detail": "1 site, such as bicycles (the next sync continues reading it)",
        ]))
    let whole = try await sample("status", "--json")
    #expect(whole.code == 0)
    #expect(whole.json?["troubles"] == json.json?["troubles"])
  }

  /// The process that runs this test holds the lock.
  @Test func aRunThatIsNotOverIsNoReasonToLook() async throws {
    try await withSound { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(20))
      let outcome = await modexport(["status", "--check"], archive: path)
      #expect(outcome.code == 75)
      #expect(outcome.output.hasPrefix("lock: process \(getpid()) has been writing"))
      #expect(outcome.output.filter { $0 == "\n" }.count == 1)
      try maker.archive.close()
      let left = await modexport(["status", "--check"], archive: path)
      #expect(left.code == 3)
      #expect(left.output.hasPrefix("run: run 2, begun 2026-11-20T03:00:00Z, was killed"))
    }
  }

  /// As the run said it, and not as the evidence alone tells it.
  @Test func aSiteThatTheAPIRefusesIsToldAsTheRunTold() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(19))
      let walk = try maker.begin(
        maker.pages([SampleArchive.sue], at: .november(19), total: 1), site: "math",
        at: .november(19))
      try maker.archive.finishWalk(
        walk, verdict: .incomplete([.missingPage]), at: .november(19), requests: 1)
      let fault = SiteFault(
        site: SiteRef(test: "math"), reason: "refused", message: "No site found for name `math`",
        at: .november(19))
      try maker.archive.recordFaults([fault], settled: [])
      try maker.finish(at: .november(19) + 60, outcome: "problems")
      let outcome = await modexport(["status", "--csv"], archive: path)
      #expect(
        outcome.output.contains(
          "stackexchange,math,failed,2026-11-19T03:00:00Z,No site found for name `math`,refused\r\n"
        ))
      #expect(outcome.output.contains(",total_mismatch\r\n"))
    }
  }

  @Test func aLongTableIsCut() async throws {
    let cut = try await sample("status", "--limit", "2")
    #expect(cut.message == "2 of 4; --limit 0 shows all.\n")
    #expect(!cut.output.contains("cooking   stale"))
    let whole = try await sample("status", "--limit", "0")
    #expect(whole.message == "")
    #expect(whole.output.contains("cooking   stale"))
    #expect(try await sample("status", "--csv", "--limit", "2").output.contains(",cooking,stale,"))
  }

  @Test func withoutAnArchiveItEndsAsEveryReaderDoes() async throws {
    let outcome = await modexport(["status", "--check"], archive: "/nowhere/a.sqlite")
    #expect(outcome.code == 66)
    #expect(outcome.output == "")
  }
}
