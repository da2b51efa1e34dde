import Testing

@testable import ModExportCommands

/// `--csv`, `--json` and `--jsonl` of every command that prints a list.
struct FormsTests {
  static let lists: [([String], columns: [String], first: [String])] = [
    (["sites"], ["site", "name"], ["bicycles", "Bicycles"]),
    (["list", "math"], ["user_id", "display_name"], ["12", "Ann O’Brien"]),
    (["people"], ["sites", "display_name"], ["2", "Ann O’Brien"]),
    (["changes", "--limit", "1"], ["kind", "user_id"], ["left", "3"]),
  ]

  @Test(arguments: lists)
  func eachFormHasTheSameRows(
    arguments: [String], columns: [String], first: [String]
  ) async throws {
    try await withSample { path in
      func outcome(_ form: String) async -> CommandResult {
        let outcome = await modexport(arguments + [form], archive: path)
        #expect(outcome.code == 0)
        return outcome
      }
      let csv = await outcome("--csv")
      for (name, value) in zip(columns, first) {
        let column = try csv.column(name)
        #expect(column.first == value)
      }
      let lines = await outcome("--jsonl").output.split(separator: "\n")
      let rows = try csv.column(columns[0])
      #expect(lines.count == rows.count)
      #expect(lines[0].hasPrefix("{\"\(csv.output.prefix { $0 != "," })\":"))
      #expect(await outcome("--json").output == "[\n\(lines.joined(separator: ",\n"))\n]\n")
    }
  }

  @Test func peopleOfASearchAreALineEach() async throws {
    let outcome = try await sample("search", "math", "--jsonl")
    let lines = outcome.output.split(separator: "\n").filter { !$0.hasPrefix("{\"site\":") }
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"network\":") && $0.contains("\"moderators\":[") })
  }

  @Test func formulasAreGuardedForASpreadsheet() async throws {
    let list = ["list", "cooking", "--csv"]
    let exact = try await withSample { await modexport(list, archive: $0) }
    #expect(exact.output.contains(",\"=1+1 "))
    let safe = try await withSample { path in
      await modexport(list + ["--spreadsheet-safe"], archive: path)
    }
    #expect(safe.output.hasPrefix("\u{FEFF}network,site,"))
    #expect(safe.output.contains(",\"'=1+1 "))
  }

  @Test(arguments: [
    (["sites", "--jsonl", "--csv"], "Use --jsonl or --csv, not both."),
    (["sites", "--json", "--jsonl"], "Use --json or --jsonl, not both."),
    (["sites", "--spreadsheet-safe"], "Use --spreadsheet-safe with --csv."),
    (
      ["status", "--metrics", "-", "--jsonl"],
      "--metrics - takes stdout for itself: leave out --jsonl."
    ),
  ])
  func formsExcludeEachOther(arguments: [String], sentence: String) async throws {
    let outcome = try await withSample { await modexport(arguments, archive: $0) }
    #expect(outcome.code == 64)
    #expect(outcome.message.split(separator: "\n").first == "Error: \(sentence)")
  }
}
