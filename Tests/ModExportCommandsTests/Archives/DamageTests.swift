import Foundation
import Testing

@testable import ModExportCommands

struct DamageTests {
  /// An archive of which all but the first pages were lost.
  @Test(arguments: [
    "list math", "show 501", "search ann", "people", "changes", "sites", "status",
    "sql SELECT*FROM(sites)", "changes --net --since 2026-11-12",
  ])
  func aDamagedArchiveIsNamedInOneSentence(command: String) async throws {
    try await withSample { path in
      var bytes = try Data(contentsOf: URL(filePath: path))
      let kept = 2 * 4_096
      bytes.replaceSubrange(kept..., with: Data(count: bytes.count - kept))
      try bytes.write(to: URL(filePath: path))
      let outcome = await modexport(command.split(separator: " ").map { String($0) }, archive: path)
      #expect(outcome.code == 1)
      #expect(outcome.output.isEmpty)
      #expect(outcome.message.hasPrefix("Error: \(path) is damaged ("))
      #expect(outcome.message.filter { $0 == "\n" }.count == 1)
      let verified = await modexport(["verify"], archive: path)
      #expect(verified.code == 1)
    }
  }
}
