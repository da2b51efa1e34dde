import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

struct SQLTests {
  private static let query =
    "SELECT display_name AS name, reputation, reputation / 8.0 AS part, location, x'0AFF' AS blob, "
    + "'' AS empty FROM moderators WHERE site = 'math' ORDER BY user_id"

  @Test func aTableAlignsNumbers() async throws {
    let outcome = try await sample("sql", Self.query)
    #expect(
      outcome.output == """
        name         reputation   part  location  blob  empty
        Community             1  0.125            0aff
        Bob Økland           60    7.5  Bergen    0aff
        Ann O’Brien        1800  225.0  Cork      0aff

        """)
    #expect(outcome.message.isEmpty)
    #expect(outcome.code == 0)
  }

  @Test(arguments: ["-- comment\nSELECT 1 AS one", "--comment here\nSELECT 1 AS one", "- 1"])
  func aQueryThatBeginsWithADashIsNoOption(query: String) async throws {
    let outcome = try await sample("sql", "--csv", query)
    let isQuery = query.contains("SELECT")
    #expect(outcome.code == (isQuery ? 0 : 64))
    #expect(outcome.output == (isQuery ? "one\r\n1\r\n" : ""))
    #expect(isQuery || outcome.message.contains("syntax error"))
    #expect(try await sample("sql", "--cvs", "SELECT 1").message.contains("--csv"))
  }

  @Test func csvTellsNothingFromAnEmptyText() async throws {
    let outcome = try await sample("sql", Self.query, "--csv")
    #expect(
      outcome.output.hasPrefix(
        "name,reputation,part,location,blob,empty\r\nCommunity,1,0.125,,0aff,\"\"\r\n"))
  }

  @Test func jsonHasNumbersAndEveryColumn() async throws {
    let outcome = try await sample(
      "sql", "SELECT 1 AS a, 0.5 AS a, NULL AS b, 9e999 AS c, 'x' AS a", "--json")
    #expect(
      outcome.output == """
        [
        {"a":1,"a_2":0.5,"b":null,"c":9e999,"a_3":"x"}
        ]

        """)
  }

  /// A query can have more rows than memory can hold.
  @Test func aLongTableIsPrintedInParts() async throws {
    let outcome = try await sample(
      "sql",
      "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r LIMIT 10002) SELECT i FROM r")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 10_004 && lines[0] == "    i" && lines[10_001] == "    i")
    #expect(lines.last == "10002" && outcome.message.isEmpty)
    let whole = try await sample(
      "sql",
      "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r LIMIT 10000) SELECT i FROM r")
    #expect(whole.output.count { $0 == "\n" } == 10_001 && whole.message.isEmpty)
  }

  @Test func noRowsAreAnAnswer() async throws {
    let none = "SELECT * FROM sites WHERE site = 'nowhere'"
    let table = try await sample("sql", none)
    #expect(table.output.isEmpty && table.code == 0)
    #expect(table.message == "The query found no rows.\n")
    #expect(try await sample("sql", none, "--json").output == "[]\n")
    #expect(try await sample("sql", none, "--csv").output.hasPrefix("network,site,name,"))
  }

  @Test(arguments: [
    (
      "SELECT nme FROM sites",
      "SQLite cannot run the query: no such column: nme ('nme', character 8)."
    ),
    ("SELECT 1; SELECT 2", "Give one statement at a time: there is more text after the first."),
    (
      "DELETE FROM change",
      "The query would do more than read (not authorized): it may not write, attach a file, load code "
        + "or change a setting."
    ),
  ])
  func aBadQueryEndsWith64(query: String, sentence: String) async throws {
    let outcome = try await sample("sql", query, "--json")
    #expect(outcome.code == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.message == "Error: \(sentence)\n")
  }

  private func fromInput(_ bytes: [UInt8]?) async throws -> CommandResult {
    try await withSample { path in
      let (results, messages) = (CapturedStream(), CapturedStream())
      var console = Console.recording(results, messages)
      console.input = { limit in bytes.map { Array($0.prefix(limit)) } }
      let code = await run(["sql", "-", "--csv", "--archive", path], on: console)
      return CommandResult(code: code, output: results.text, message: messages.text)
    }
  }

  @Test func theQueryMayComeFromStdin() async throws {
    let text = "SELECT count(*) AS n\n-- of all\nFROM sites;\n"
    #expect(try await fromInput(Array(text.utf8)).output == "n\r\n4\r\n")
  }

  @Test(
    arguments: [
      (nil, 1, "Standard input cannot be read; give the query as an argument."),
      ([0xFF], 64, "The query on standard input is not UTF-8; convert it."),
      (
        Array(repeating: 0x20, count: 1_000_001), 64,
        "The query on standard input is longer than 1,000,000 bytes; shorten it."
      ),
      (
        [], 64, "The query is empty: give a statement such as SELECT * FROM sites."
      ),
    ] as [([UInt8]?, Int32, String)])
  func whatIsNoTextIsRefused(bytes: [UInt8]?, code: Int32, sentence: String) async throws {
    let outcome = try await fromInput(bytes)
    #expect(outcome.code == code)
    #expect(outcome.message == "Error: \(sentence)\n")
  }

  /// All but one find something: nobody was asked for the elected moderators of the sample.
  @Test func everyQueryOfTheManualRuns() async throws {
    let page = try ManualPage("UsingTheArchive").text
    let block = try #require(page.firstMatch(of: /(?s)```sql\n(.*?)```/)).1
    let queries = block.split(separator: ";\n")
    #expect(queries.count == 9)
    for query in queries {
      let sql = query.replacing("'stackoverflow'", with: "'math'")
      let outcome = try await sample("sql", String(sql), "--json")
      #expect(outcome.code == 0, "\(outcome.message)")
      let rows = try #require(outcome.rows)
      #expect(rows.isEmpty == query.contains("count(elected)"), "\(query)")
    }
  }

  @Test func theTopicNamesEveryColumn() async throws {
    #expect(try await sample("sql", "--help").output.contains("USAGE: modexport sql "))
    let help = try await sample("help", "sql")
    #expect(help.code == 0)
    let words = help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for view in View.allCases {
      #expect(words.contains("\(view.name) \(view.columnNames.joined(separator: ", "))."))
    }
  }
}
