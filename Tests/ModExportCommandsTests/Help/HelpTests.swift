import ArgumentParser
import SampleCommands
import Testing

@testable import ModExportCommands

/// `help` and `--help`, and what a wrong command line is told.
struct HelpTests {
  /// Runs the program with a window of 80 columns.
  private static func ending(
    of arguments: [String], root: any ParsableCommand.Type = ModExport.self
  ) async -> (code: Int32, output: String, message: String) {
    let (results, messages) = (CapturedStream(), CapturedStream())
    let code = await run(arguments, on: .recording(results, messages), root: root)
    return (code, results.text, messages.text)
  }

  @Test(arguments: [["say", "--help"], ["help", "say"], ["say", "--times", "2", "-h"]])
  func theHelpOfACommandHasExamplesAndExitCodes(arguments: [String]) async {
    let (code, text, message) = await Self.ending(of: arguments, root: RunTests.Sample.self)
    #expect((code, message) == (0, ""))
    let parts = [
      "USAGE: sample say [", "\n\nOPTIONS:\n  --times <times>",
      """
      Examples:
        Say hello twice:
          sample say --times 2

      Exit codes:
        3: Not everything was said.
        0, 64: see `modexport help exit-codes`.
      """,
    ]
    for part in parts { #expect(text.contains(part), "\(text)") }
  }

  /// Each begins with the name of its command.
  @Test(arguments: [
    (ModExport.configuration, "modexport"), (SampleProgram.configuration, "modexport-sample"),
  ])
  func everyCommandHasExamples(root: CommandConfiguration, program: String) {
    for command in root.subcommands {
      let text = command.configuration.discussion
      let examples = text.matches(of: /(?m)^  .*[^.:]:\n((?:    .*\n)+)/).map(\.1)
      #expect((2...4).contains(examples.count), "\(command._commandName)")
      #expect(examples.allSatisfy { $0.contains("\(program) \(command._commandName)") })
      #expect(text.contains("\n\nExit codes:\n"))
    }
  }

  @Test func theFirstPageNamesEveryCommandAndTopic() async {
    let (code, text, _) = await Self.ending(of: ["help"])
    #expect(code == 0)
    for name in ModExport.configuration.subcommands.map({ $0._commandName }) {
      #expect(text.contains("\n  \(name) "), "\(name)")
    }
    for topic in HelpTopic.all { #expect(text.contains(topic.name)) }
    for same in [[], ["--help"], ["-h"]] {
      #expect(await Self.ending(of: same).output == text)
    }
  }

  @Test(arguments: [ModExport.self, SampleProgram.self] as [any ParsableCommand.Type])
  func noLineOfHelpIsWiderThanTheWindow(root: any ParsableCommand.Type) async {
    let names = root.configuration.subcommands.map { $0._commandName }
    for arguments in [["--help"]] + names.map({ [$0, "--help"] }) {
      let text = await Self.ending(of: arguments, root: root).output
      let wide = text.split(separator: "\n").filter { DisplayWidth.columns(of: String($0)) > 80 }
      #expect(wide.isEmpty, "\(arguments)")
      #expect(text.contains("USAGE: "))
    }
  }

  @Test func everyTopicIsExplained() async {
    for topic in HelpTopic.all {
      let (code, text, message) = await Self.ending(of: ["help", topic.name])
      #expect((code, message) == (0, ""))
      for entry in topic.entries { #expect(text.contains("\n  \(entry.name)")) }
      #expect(topic.entries.allSatisfy { $0.meaning.hasSuffix(".") })
    }
  }

  @Test func theManualSaysOfExitCodesWhatTheProgramSays() throws {
    let rows = try ManualPage("Operating").table(headed: "| code | meaning |")
    #expect(rows == ExitStatus.allCases.map { ["\($0.rawValue)", $0.meaning] })
  }

  @Test func theManualSaysOfVariablesWhatTheProgramSays() throws {
    let rows = try ManualPage("Environment").table(headed: "| variable | meaning |")
    let printed = HelpTopic.variables.map { names, meaning in
      [names.split(separator: ", ").map { "`\($0)`" }.joined(separator: ", "), meaning]
    }
    #expect(Array(rows.dropFirst()) == printed)
    #expect(rows.first?.first == "`MODEXPORT_…`")
  }

  static let mistakes: [([String], String)] = [
    (["lst", "cooking"], "Unknown command 'lst'; did you mean 'list'? See 'modexport help'."),
    (["statuss"], "Unknown command 'statuss'; did you mean 'status'? See 'modexport help'."),
    (["serve", "--archive", "x"], "Unknown command 'serve'. See 'modexport help'."),
    (["help", "nosuch"], "Unknown command or topic 'nosuch'. See 'modexport help'."),
    (
      ["help", "sq"],
      "Unknown command or topic 'sq'; did you mean 'sql'? See 'modexport help'."
    ),
    (
      ["help", "list", "cooking"],
      "Unknown command or topic 'list cooking'. See 'modexport help'."
    ),
    (
      ["--archive", "x", "status"],
      "Options follow the command: write 'modexport status --archive', not "
        + "'modexport --archive … status'."
    ),
    (
      ["--archive=x", "--json", "list", "math"],
      "Options follow the command: write 'modexport list --archive', not "
        + "'modexport --archive … list'."
    ),
    (["--nosuch"], "Unknown option '--nosuch'\nSee 'modexport help'."),
    (["list"], "Missing expected argument '<site>'\nSee 'modexport help list'."),
    (
      ["sync", "--max-wait", "5"],
      "The value '5' is invalid for '--max-wait <duration>': give a number and a unit, such as 500ms, "
        + "90s, 5m, 12h or 7d.\nSee 'modexport help sync'."
    ),
  ]

  @Test(arguments: mistakes)
  func aWrongCommandLineIsToldWhatToDo(arguments: [String], sentence: String) async {
    let (code, output, message) = await Self.ending(of: arguments)
    #expect((code, output, message) == (64, "", "Error: \(sentence)\n"))
  }

  @Test(arguments: [
    ("", 20, ""), ("one two", 20, "  one two\n"),
    ("one two", 9, "  one two\n"), ("a bb", 1, "  a bb\n"),
  ])
  func wordsAreWrapped(text: String, columns: Int, wrapped: String) {
    #expect(TextBlock.wrapped(text, indent: 2, columns) == wrapped)
  }

  @Test func aLongWordHasALineOfItsOwn() {
    let word = String(repeating: "w", count: 50)
    #expect(TextBlock.wrapped("a \(word) b", indent: 1, 40) == " a\n \(word)\n b\n")
    #expect(TextBlock.wrapped("漢字 漢字", indent: 0, 40) == "漢字 漢字\n")
  }
}
