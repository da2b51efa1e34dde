import GRDB
import Testing

@testable import ModExportCommands

struct ForeignSchemaTests {
  /// Each of them would read a view without end for ever.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "sites", "search ann", "show 501", "list math", "changes", "status",
      "report", "export --format sqlite readers.db", "sql SELECT*FROM(sites)", "backup copy.sqlite",
      "prune --keep 1d", "people", "sync --all --api-url http://127.0.0.1:9/2.3",
    ])
  func aViewWithoutEndEndsNoCommandLater(command: String) async throws {
    try await withEndlessViews { path in
      let outcome = await modexport(command.split(separator: " ").map { String($0) }, archive: path)
      #expect(outcome.code == 66, "\(outcome.message)")
      #expect(outcome.output.isEmpty)
      #expect(
        outcome.message.hasSuffix(
          "The view changes differs from the one that the program creates. There is more of that kind; "
            + "`modexport verify --rebuild` rebuilds it from the tables.\n"),
        "\(outcome.message)")
    }
  }

  @Test func verifyNamesViewsWithoutEndAndMakesThemAnew() async throws {
    try await withEndlessViews { path in
      let verified = await modexport(["verify"], archive: path)
      #expect(verified.code == 1)
      #expect(verified.output.contains("The view sites differs"))
      let rebuilt = await modexport(["verify", "--rebuild"], archive: path)
      #expect(rebuilt.code == 0)
    }
  }

  private func withEndlessViews(_ body: (String) async throws -> Void) async throws {
    try await withSample { path in
      let queue = try DatabaseQueue(path: path)
      try await queue.write { database in
        for view in ["sites", "moderators", "people", "changes", "tenures"] {
          try database.execute(
            sql: """
              DROP VIEW \(view);
              CREATE VIEW \(view) AS WITH RECURSIVE n(network) AS (
                SELECT 1 UNION ALL SELECT network + 1 FROM n) SELECT network FROM n
              """)
        }
      }
      try queue.close()
      try await body(path)
    }
  }
}
