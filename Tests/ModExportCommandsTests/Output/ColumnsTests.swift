import ModExportCommands
import Testing

/// `--columns` and `--jsonl` of every command that prints a list.
struct ColumnsTests {
  static let lists: [([String], columns: String, first: String)] = [
    (["sites", "math"], "site,name", "math,Mathematics"),
    (["list", "math"], "user_id,display_name", "12,Ann O’Brien"),
    (["search", "ann"], "site,match_kind", "math,prefix"),
    (["show", "501"], "site,first_seen", "math,2026-11-10T03:00:00Z"),
    (["people"], "sites,display_name", "2,Ann O’Brien"),
    (["changes", "--limit", "1"], "kind,user_id", "left,3"),
    (["status"], "site,state", "bicycles,unfinished"),
    (["config"], "setting,value", "archive,"),
  ]

  @Test(arguments: lists)
  func eachFormHasTheChosenColumnsOnly(
    arguments: [String], columns: String, first: String
  ) async throws {
    try await withSample { path in
      func output(_ form: [String]) async -> String {
        let outcome = await modexport(arguments + ["--columns", columns] + form, archive: path)
        #expect(outcome.code == 0)
        return outcome.output
      }
      let csv = await output(["--csv"]).split(separator: "\r\n")
      #expect(csv.first == Substring(columns))
      #expect(csv[1].hasPrefix(first))
      let table = await output([]).split(separator: "\n")
      #expect(table[0].split(separator: " ").joined(separator: ",") == columns)
      #expect(table.count == csv.count)
      let lines = await output(["--jsonl"]).split(separator: "\n")
      #expect(lines.count == csv.count - 1)
      #expect(lines[0].hasPrefix("{\"\(columns.prefix { $0 != "," })\":"))
      #expect(await output(["--json"]) == "[\n\(lines.joined(separator: ",\n"))\n]\n")
    }
  }

  @Test(arguments: lists.map(\.0) + [["verify"], ["status", "--check"]])
  func anUnknownColumnEndsWith64(arguments: [String]) async throws {
    try await withSample { path in
      for form in [[], ["--json"], ["--jsonl"], ["--csv"]] {
        let outcome = await modexport(arguments + ["--columns", "siet"] + form, archive: path)
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.message.hasPrefix("Error: There is no column 'siet'."))
      }
    }
  }

  @Test func peopleOfASearchAreALineEach() async throws {
    let outcome = try await sample("search", "math", "--jsonl")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"network\":") && $0.contains("\"moderators\":[") })
  }

  @Test(arguments: [
    ("", "give names of columns with commas between them."),
    ("site,,name", "give names of columns with commas between them."),
    ("site, site", "give 'site' only once."),
  ])
  func aListOfColumnsHasEachOnce(columns: String, sentence: String) async throws {
    let outcome = try await sample("sites", "--columns", columns)
    #expect(outcome.code == 64)
    #expect(
      outcome.message.hasPrefix(
        "Error: The value '\(columns)' is invalid for '--columns <column,…>': \(sentence)\n"))
  }

  @Test func formulasAreGuardedForASpreadsheet() async throws {
    let columns = ["list", "cooking", "--csv", "--columns", "display_name,reputation"]
    let exact = try await withSample { await modexport(columns, archive: $0) }
    #expect(exact.output.contains("\r\n\"=1+1 "))
    let safe = try await withSample { path in
      await modexport(columns + ["--spreadsheet-safe"], archive: path)
    }
    #expect(safe.output.hasPrefix("\u{FEFF}display_name,reputation\r\n"))
    #expect(safe.output.contains("\r\n\"'=1+1 "))
  }

  @Test(arguments: [
    (["sites", "--jsonl", "--csv"], "Use --jsonl or --csv, not both."),
    (["sites", "--json", "--jsonl"], "Use --json or --jsonl, not both."),
    (["sites", "--spreadsheet-safe"], "Use --spreadsheet-safe with --csv."),
    (["changes", "--atom", "--columns", "id"], "Use --atom without --columns."),
    (
      ["changes", "--follow", "--columns", "id"],
      "Use --columns with --follow only beside --jsonl or --csv."
    ),
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
