import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

struct MergeTests {
  /// Runs the body with the path of a sample archive, that of another one with a reading of Mathematics at the same time
  /// as the last one, and that of a file that is not there yet.
  private func withTwo(
    _ roster: [Int], _ body: (String, String, String) async throws -> Void
  ) async throws {
    try await withSample { path in
      try await withTemporaryFolder { folder in
        let maker = try ArchiveMaker(folder, sites: SampleArchive.sites, at: .november(10))
        let sample = [
          SampleArchive.community, SampleArchive.ann("Ann O’Brien", reputation: 1_800),
          SampleArchive.bob(reputation: 60, location: "Bergen"), SampleArchive.sue,
        ]
        try maker.publish(
          sample.filter { roster.contains($0.userID) }, site: "math", at: .november(18) + 10)
        try maker.finish(at: .november(18) + 60)
        try await body(path, maker.path, folder + "/both.sqlite")
      }
    }
  }

  private func merge(_ archives: [String], _ output: String, _ more: String...) async
    -> CommandResult
  {
    await modexport(["merge"] + archives + ["--output", output] + more, archive: "/nowhere/none")
  }

  @Test func twoArchivesAndOneAgainBecomeOne() async throws {
    try await withTwo([-1, 12, 2]) { one, two, both in
      let outcome = await merge([one, two, one], both)
      #expect(outcome.code == 0 && outcome.message.isEmpty, "\(outcome)")
      let head = try #require(await modexport(["status", "--json"], archive: both).json?["head"])
      #expect(outcome.output.hasPrefix("\(both): "))
      #expect(
        outcome.output.contains(
          " bytes; 2 sites with 4 moderators and 1 staff or Community account: all agree with their evidence.\n"
            + "It has 6 readings; 5 more stand in several archives.\nhead "))
      #expect(.text(String(outcome.output.split(separator: "\n").last?.dropFirst(5) ?? "")) == head)
      let query = "SELECT site, display_name, reputation, first_seen FROM moderators ORDER BY 1, 2"
      let (old, new) = (
        await modexport(["sql", query, "--csv"], archive: one),
        await modexport(["sql", query, "--csv"], archive: both)
      )
      #expect(new.output == old.output && new.code == 0)
      #expect(await modexport(["verify"], archive: both).code == 0)
      let left = try FileManager.default.contentsOfDirectory(
        atPath: URL(filePath: both).deletingLastPathComponent().path)
      #expect(!left.contains { $0.hasPrefix(".") }, "\(left)")
    }
  }

  @Test func contradictionsAreListedAndEndWith3() async throws {
    try await withTwo([-1, 12, 3]) { one, two, both in
      let outcome = await merge([one, two], both, "-q")
      #expect(outcome.code == 3)
      #expect(
        outcome.output == """
          math: \(one), read from 2026-11-18T02:59:00Z to 2026-11-18T03:00:00Z, alone has Bob Økland (2); \
          \(two), read from 2026-11-18T02:59:10Z to 2026-11-18T03:00:10Z, alone has Sue Staff (3).

          """)
      try FileManager.default.removeItem(atPath: both)
      let json = await merge([one, two], both, "--json")
      #expect(json.code == 3 && json.json?["rosters"] == 6 && json.json?["repeated"] == 0)
      let readings = json.json?["contradictions"]?.elements.first?["readings"]?.elements
      #expect(
        readings?.first?["only"]
          == .array([
            .object(["user_id": 2, "role": "moderator", "display_name": "Bob Økland"])
          ]))
    }
  }

  @Test func whatFilesTellOtherwiseEndsWith3() async throws {
    try await withTwo([-1, 12, 2]) { one, two, both in
      let claims = "user_id,display_name,began_before,ended_after\n99,Eve,2026-11-01,2026-11-19\n"
      try Data(claims.utf8).write(to: URL(filePath: both + ".csv"))
      let url = "https://meta.example.org/1"
      let read = await modexport(
        ["backfill", both + ".csv", "--source", url, "--site", "math"], archive: two)
      #expect(read.code == 3, "\(read)")
      let outcome = await merge([one, two], both)
      #expect(outcome.code == 3 && outcome.output.contains(url), "\(outcome)")
      #expect(outcome.message.contains("the readings count"))
      try FileManager.default.removeItem(atPath: both)
      let json = await merge([one, two], both, "--json")
      #expect(json.code == 3 && json.json?["contradictions"] == .array([]), "\(json)")
      let told = json.json?["contradicted_files"]?.elements
      #expect(told?.first?["display_name"] == "Eve" && told?.first?["contradicted_by"] == "reading")
      #expect(json.json?["differing"] == 0 && json.json?["differing_rows"] == .array([]))
    }
  }

  @Test func noFileIsReplaced() async throws {
    try await withTwo([-1]) { one, two, _ in
      let before = try Data(contentsOf: URL(filePath: two))
      let outcome = await merge([one, two], two)
      #expect(outcome.code == 73)
      #expect(
        outcome.message
          == "Error: \(two) is there already, and no file is replaced; name a new one.\n")
      #expect(try Data(contentsOf: URL(filePath: two)) == before)
    }
  }

  @Test func whatCannotBeMergedIsRefused() async throws {
    try await withTwo([-1]) { one, two, both in
      #expect(await merge([one], both).code == 64)
      let missing = await merge([one, "/nowhere/none"], both)
      #expect(missing.code == 66 && missing.message.contains("no archive at /nowhere/none"))
      let file = ArchiveFile(two)
      try file.execute("UPDATE network SET api = 'other.example'")
      try ArchiveFile(one).execute("UPDATE network SET api = 'api.example'")
      let other = await merge([one, two], both)
      #expect(other.code == 64 && other.message.contains("two APIs cannot be merged"))
      try ArchiveFile(one).execute("UPDATE network SET api = 'other.example'")
      let edited = await merge([one, two], both)
      #expect(edited.code == 1 && edited.message.contains("; `modexport verify` lists them."))
      #expect(!FileManager.default.fileExists(atPath: both))
    }
  }
}
