import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

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

  @Test func refusalsNameWhatToDo() async throws {
    #expect(try await sample("export").code == 64)
    let missing = await modexport(Self.export, archive: "/nowhere/archive.sqlite")
    #expect(missing.code == 66)
  }
}
