import Archive
import ArchiveKit
import Foundation
import ModExportCommands
import Roster
import TestKit
import Testing

/// `export --format postgres`, as it is printed; `scripts/test-readers` loads it.
struct PostgresTests {
  private static let export = ["export", "--format", "postgres"]

  @Test func theSameArchiveGivesTheSameBytes() async throws {
    try await withSample { path in
      let outcomes = [
        await modexport(Self.export, archive: path), await modexport(Self.export, archive: path),
      ]
      #expect(outcomes.allSatisfy { $0.code == 0 && $0.message.isEmpty })
      #expect(Array(outcomes[0].output.utf8) == Array(outcomes[1].output.utf8))
      let text = outcomes[0].output
      #expect(text.contains("\tBob Økland\t") && text.hasSuffix("COMMIT;\n"))
      // The console's clock.
      #expect(!text.contains("2026-11-20"))
    }
  }

  @Test func onlyWhatMayDifferIsSent() async throws {
    try await withSample { path in
      for day in [19, 20] {
        let maker = try ArchiveMaker(reopening: path, at: .november(day))
        if day == 20 {
          try maker.publish([SampleArchive.annCooks], site: "cooking", at: .november(day))
        }
        try maker.finish(at: .november(day))
        try maker.archive.close()
      }
      let outcome = await modexport(Self.export + ["--since-run", "2"], archive: path)
      #expect(outcome.code == 0 && outcome.message.isEmpty)
      #expect(Self.rows("moderators", in: outcome.output).count == 1)
      #expect(Self.rows("observations", in: outcome.output).count == 1)
      // The open walk of Bicycles may be continued.
      #expect(Self.rows("walks", in: outcome.output).count == 2)
      let all = await modexport(Self.export, archive: path)
      #expect(Self.rows("moderators", in: all.output).count == 4)
      #expect(Self.rows("sites", in: all.output) == Self.rows("sites", in: outcome.output))
    }
  }

  /// The dates of old rows have moved.
  @Test func afterPruningEverythingIsSent() async throws {
    try await withSample { path in
      try ArchiveFile(path).execute(
        """
        INSERT INTO pruning (pruned_at, before, pages, walks, reputations, runs)
          VALUES (\(Date.november(20).unixSeconds), 0, 0, 0, 0, 0)
        """)
      let outcome = await modexport(Self.export + ["--since-run", "1"], archive: path)
      #expect(outcome.code == 0)
      #expect(
        outcome.message
          == "Dates were corrected, evidence was pruned or a site was renamed since run 1: everything is sent.\n"
      )
      #expect(outcome.output == (await modexport(Self.export, archive: path)).output)
    }
  }

  private static func rows(_ table: String, in stream: String) -> [Substring] {
    let lines = stream.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.hasPrefix("COPY modexport_next.\"\(table)\" ") } ?? 0
    return Array(lines[(start + 1)...].prefix { $0 != "\\." })
  }

  @Test func refusalsNameWhatToDo() async throws {
    let unknown = try await sample("export", "--format", "postgres", "--since-run", "9")
    #expect(unknown.code == 64 && unknown.output.isEmpty)
    #expect(unknown.message == "Error: The archive has no run 9.\n")
    let both = try await sample(
      "export", "--format", "postgres", "--since-run", "1", "--distribute", "citus")
    #expect(both.code == 64)
    #expect(both.message.contains("Use --since-run or --distribute, not both."))
    #expect(try await sample("export").code == 64)
    let missing = await modexport(Self.export, archive: "/nowhere/archive.sqlite")
    #expect(missing.code == 66)
  }
}
