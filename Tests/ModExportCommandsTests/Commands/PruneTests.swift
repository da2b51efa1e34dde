import Testing

@testable import ModExportCommands

struct PruneTests {
  /// The sample console's clock stands at 2026-11-20T03:00:00Z.
  @Test func itSaysWhatItWouldRemoveAndRemovesItWhereToldTo() async throws {
    try await withSample { path in
      let changes = await modexport(["changes", "--json"], archive: path).output
      let asked = await modexport(["prune", "--keep", "4d"], archive: path)
      #expect(
        asked.output
          == "Would remove from before 2026-11-16T03:00:00Z: 3 pages of evidence, "
          + "0 runs.\n")
      #expect(asked.message == "Nothing is removed without --yes.\n")
      let removed = await modexport(["prune", "--keep", "4d", "--yes", "--json"], archive: path)
      #expect(
        removed.json
          == .object([
            "before": "2026-11-16T03:00:00Z", "pages": 3, "runs": 0,
            "removed": 1,
          ]))
      #expect(removed.message.isEmpty)
      let again = await modexport(["prune", "--keep", "4d"], archive: path)
      #expect(again.output == "There is nothing to remove from before 2026-11-16T03:00:00Z.\n")
      let nothing = await modexport(["prune", "--keep", "4d", "--yes", "--json"], archive: path)
      #expect(nothing.json?["removed"] == 0)
      #expect(await modexport(["verify"], archive: path).code == 0)
      #expect(await modexport(["changes", "--json"], archive: path).output == changes)
    }
  }

  @Test(arguments: [[], ["--yes"]])
  func whereThereIsNoArchiveNoneIsMade(arguments: [String]) async throws {
    let outcome = await modexport(["prune", "--keep", "1d"] + arguments, archive: "/nowhere/none")
    #expect(outcome.code == 66)
  }

  @Test func howMuchIsKeptMustBeSaid() async throws {
    let outcome = try await sample("prune", "--yes")
    #expect(outcome.code == 64)
  }
}
