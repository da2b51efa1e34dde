import Archive
import Foundation
import TestKit
import Testing

@testable import ModExportCommands

struct ScopeTests {
  @Test func theScopeIsShownWithWhatItLacks() async throws {
    let outcome = try await sample("scope")
    #expect(
      outcome.output == """
        scope    all main sites; 3 open, 1 never mirrored
        missing  bicycles

        """)
    #expect(outcome.code == 0)
    let json = try await sample("scope", "--json")
    #expect(
      json.json
        == .object([
          "sites": "main", "named": .array([]), "open": 3, "never_mirrored": 1,
          "missing": .array(["bicycles"]),
        ]))
  }

  @Test(arguments: [
    (["all"], "all main sites; 3 open, 1 never mirrored"),
    (["meta"], "all main and meta sites; 4 open, 2 never mirrored"),
    (["meta", "all"], "all main and meta sites; 4 open, 2 never mirrored"),
    (["Mathematics", "cooking.stackexchange.com"], "2 named; 2 open, 0 never mirrored"),
    (["all", "meta.math"], "all main sites and 1 named; 4 open, 2 never mirrored"),
  ])
  func aScopeTakesThePlaceOfTheOneBefore(words: [String], sentence: String) async throws {
    try await withSample { path in
      let set = await modexport(["scope", "--set"] + words, archive: path)
      #expect(set.code == 0)
      #expect(set.output.hasPrefix("scope    \(sentence)\n"), "\(set.output)")
      let shown = await modexport(["scope"], archive: path)
      #expect(shown.output == set.output)
    }
  }

  @Test(arguments: [
    (["scope", "--set"], "--set needs 'all', 'meta' or sites."),
    (["scope", "math"], "Use --set to change the scope."),
  ])
  func aScopeIsReplacedOnlyByWhatIsNamed(arguments: [String], sentence: String) async throws {
    let outcome = try await withSample { await modexport(arguments, archive: $0) }
    #expect(outcome.code == 64)
    #expect(outcome.message.split(separator: "\n").first == "Error: \(sentence)")
  }

  @Test func anUnknownSiteLeavesTheScopeAlone() async throws {
    try await withSample { path in
      let set = await modexport(["scope", "--set", "math", "cookin"], archive: path)
      #expect(set.code == 64)
      #expect(set.message == "Error: There is no site 'cookin'. Did you mean 'cooking'?\n")
      let shown = await modexport(["scope"], archive: path)
      #expect(shown.output.hasPrefix("scope    all main sites;"))
    }
  }

  @Test func anArchiveWithoutScopeEndsWith3() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/empty.sqlite"
      try ArchiveDatabase.open(at: path, for: .writing).close()
      let outcome = await modexport(["scope"], archive: path)
      #expect(outcome.code == 3)
      #expect(outcome.output.hasPrefix("scope    none; name sites with `modexport sync SITE`"))
    }
  }
}
