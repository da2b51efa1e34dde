import ArchiveKit
import Foundation
import SampleNetwork
import SwiftCSV
import TestKit
import Testing

@testable import ModExportCommands

/// What the commands that print lists show on a terminal.
@Suite(.bounded) struct TerminalTests {
  private static let archive = "archive.sqlite"

  /// Runs the body with a folder that contains an archive of a few sites with changes.
  private func withArchive(_ body: (String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      for day in [0, 40] {
        let configuration = SampleConfiguration(day: day, siteLimit: 16, limits: .off)
        try await SampleServer.withRunning(configuration) { base, _ in
          let ending = try await Program.run(
            Program.sync(base) + ["--archive", "\(folder)/\(Self.archive)"], in: folder)
          #expect(ending.code == 0)
        }
      }
      try await body(folder)
    }
  }

  private func run(
    _ arguments: [String], _ folder: String, columns: Int = 80, rows: Int = 1_000,
    _ environment: [String: String] = ["TERM": "xterm", "NO_COLOR": "1"]
  ) -> PseudoTerminal.Run {
    PseudoTerminal.Run(
      arguments + ["--archive", "\(folder)/\(Self.archive)"], columns: columns, rows: rows,
      environment)
  }

  /// Each command, and the columns of identifiers that its rows show at any width.
  static let lists: [(arguments: [String], ids: [String])] = [
    (["sites"], ["site"]), (["list", "stackoverflow"], ["user_id"]),
    (["list", "stackoverflow", "--former"], ["user_id"]),
    (["search", "a", "--limit", "7"], ["site"]), (["people"], ["account_id"]),
    (["changes", "--limit", "9"], ["user_id"]), (["status", "--limit", "5"], []),
  ]

  @Test func nothingIsWiderThanTheScreenAndNoIdIsCut() async throws {
    try await withArchive { folder in
      let widths = [60, 80, 120, 200]
      let runs = Self.lists.flatMap { list in
        widths.map { run(list.arguments, folder, columns: $0) }
      }
      var ids: [Set<String>] = []
      for list in Self.lists {
        ids.append(try await identifiers(list.arguments, list.ids, folder))
      }
      let screens = try await PseudoTerminal.screens(runs, in: folder)
      for (index, screen) in screens.enumerated() {
        #expect(screen.code == 0)
        #expect(!screen.lines.isEmpty)
        for line in screen.lines {
          #expect(DisplayWidth.columns(of: line) <= screen.run.columns, "\(screen.run): \(line)")
          #expect(!line.contains("\u{1B}"))
        }
        // Notes stand after the rows, so that all ids come before them.
        let rows = screen.lines.prefix { !Self.isNote($0) }
        let words = Set(rows.flatMap { $0.split { $0 == " " || $0 == "/" } })
        for id in ids[index / widths.count] {
          #expect(words.contains(Substring(id)), "\(screen.run): \(id)")
        }
      }
    }
  }

  /// The values of columns of identifiers, off a terminal.
  private func identifiers(
    _ arguments: [String], _ columns: [String], _ folder: String
  ) async throws -> Set<String> {
    guard !columns.isEmpty else { return [] }
    let ending = try await Program.run(
      arguments + ["--csv", "--archive", "\(folder)/\(Self.archive)"], in: folder)
    #expect(ending.code == 0)
    let table = try EnumeratedCSV(string: ending.output, delimiter: .comma)
    let indices = columns.compactMap { table.header.firstIndex(of: $0) }
    try #require(indices.count == columns.count)
    let values = table.rows.flatMap { row in indices.map { row[$0] } }
    #expect(!values.isEmpty)
    return Set(values.filter { !$0.isEmpty })
  }

  /// The first words of the notes that the commands above print.
  private static func isNote(_ line: String) -> Bool {
    ["Not shown for lack of room: ", "Continue with "]
      .contains(where: line.hasPrefix) || line.contains("--limit 0 shows all.")
      || line.contains("of them are staff; ")
  }

  @Test func stylesAreForTerminalsThatHaveThem() async throws {
    try await withArchive { folder in
      let list = ["list", "stackoverflow"]
      let screens = try await PseudoTerminal.screens(
        [
          run(list, folder, ["TERM": "xterm"]), run(list, folder, ["TERM": "dumb"]),
          run(list, folder, ["TERM": "xterm", "NO_COLOR": "1"]),
          run(list + ["--color", "always"], folder, ["TERM": "dumb"]),
        ], in: folder)
      let hasStyles = screens.map { screen in screen.lines.contains { $0.contains("\u{1B}[1m") } }
      #expect(hasStyles == [true, false, false, true])
    }
  }
}
