import ArchiveKit
import Foundation
import GRDB
import Testing

/// The least and the greatest number that a column can hold, as a disk may give them back.
struct ExtremeValueTests {
  private static let tables = [
    "member", "site", "walk", "change", "entry", "name", "former_reputation", "tenure", "run",
    "page", "network", "correction", "source", "elected", "archive",
  ]

  /// Those that reckon with what they read; the others show it.
  private static let reckoning = [
    ["report", "--quiet"],
    ["sync", "--dry-run", "--all", "--max-age", "1d"], ["show", "501"],
    ["changes", "--net", "--since", "2026-11-12", "--site", "math"],
  ]

  private static let commands =
    reckoning + [
      ["report", "--quiet"], ["status"], ["people"], ["list", "math", "--as-of", "2026-11-16"],
      ["changes"], ["search", "ann", "--former"], ["sites"], ["prune", "--keep", "0s"],
      ["sql", "SELECT * FROM people"],
    ]

  @Test(arguments: tables)
  func noNumberEndsTheProgram(table: String) async throws {
    try await withSample { path in
      let sound = try Data(contentsOf: URL(filePath: path))
      for column in try integerColumns(of: table, at: path) {
        for value in ["-9223372036854775808", "9223372036854775807"] {
          try sound.write(to: URL(filePath: path))
          // A key, which several rows cannot share, is written to one row or to none.
          try ArchiveFile(path).execute(
            "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
          for command in Self.reckoning {
            let outcome = await run(command, at: path)
            #expect(
              [0, 1, 3, 64].contains(outcome.code),
              "\(table).\(column) = \(value): \(command) ended with \(outcome.code)")
          }
        }
      }
    }
  }

  /// All at once: the differences between numbers are as large as can be.
  @Test func reputationMayMoveFromOneEndToTheOther() async throws {
    try await withSample { path in
      try ArchiveFile(path).execute(
        """
        UPDATE member SET reputation = 9223372036854775807;
        UPDATE former_reputation SET reputation = -9223372036854775808;
        UPDATE entry SET items = 9223372036854775807
          WHERE id = (SELECT published_walk FROM site WHERE parameter = 'math');
        """)
      for command in Self.commands {
        let outcome = await run(command, at: path)
        #expect(outcome.code == 0, "\(command): \(outcome.message)")
      }
    }
  }

  private func integerColumns(of table: String, at path: String) throws -> [String] {
    try ArchiveFile(path).read {
      try String.fetchAll(
        $0, sql: "SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER'", arguments: [table])
    }
  }

  private func run(_ command: [String], at path: String) async -> CommandResult {
    let place = command[0] == "report" ? ["--output", path + "-report"] : []
    return await modexport(command + place, archive: path, terminalColumns: 100)
  }
}
