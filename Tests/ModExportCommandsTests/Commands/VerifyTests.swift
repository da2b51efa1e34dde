import Foundation
import ModExportCommands
import TestKit
import Testing

struct VerifyTests {
  @Test func aWholeArchiveIsProvenAndUnprovenRostersAreNamed() async throws {
    let outcome = try await sample("verify")
    #expect(
      outcome.output == """
        The roster of cooking is published as unproven.
        2 sites with 5 moderators: all agree with their evidence.

        """)
    #expect(outcome.code == 0)
    let one = try await sample("verify", "Mathematics", "--json")
    #expect(
      one.json
        == .object([
          "sites": 1, "moderators": 3, "unproven": .array([]), "ahead": .null,
          "findings": .array([]),
        ]))
  }

  @Test func aSiteNeverMirroredIsNoneOfItsBusiness() async throws {
    let outcome = try await sample("verify", "bicycles")
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.message == "The archive has no roster of bicycles: there is nothing to prove.\n")
    #expect(outcome.code == 0)
  }

  @Test func aChangedRowIsFoundNamedAndEndsWith1() async throws {
    try await withSample { path in
      try edit(path) { $0.replacing(Data("Cork".utf8), with: Data("York".utf8)) }
      let outcome = await modexport(["verify", "--csv"], archive: path)
      let lines = outcome.output.split(separator: "\r\n")
      #expect(lines.first == "site,rule,description")
      #expect(lines.contains { $0.hasPrefix("math,sha256,") })
      #expect(outcome.code == 1)
      let count = lines.count - 1
      #expect(
        outcome.message == "Error: \(count) finding\(count == 1 ? "" : "s") in \(path): "
          + "restore it from a copy, or sync into a new archive.\n")
    }
  }

  private func edit(_ path: String, _ change: (Data) -> Data) throws {
    let url = URL(filePath: path)
    let (before, after) = (try Data(contentsOf: url), change(try Data(contentsOf: url)))
    #expect(before != after)
    try after.write(to: url)
  }
}
