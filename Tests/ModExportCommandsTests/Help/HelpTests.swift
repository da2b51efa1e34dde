import ArgumentParser
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
  func thePageOfACommandEndsWithItsGuide(arguments: [String]) async {
    let (code, text, message) = await Self.ending(of: arguments, root: RunTests.Sample.self)
    #expect((code, message) == (0, ""))
    let parts = [
      "USAGE: sample say [<options>]\n\nOPTIONS:\n  --times <times>",
      """
      EXAMPLES:
        Say hello twice:
          sample say --times 2

      ENVIRONMENT:
        MODEXPORT_ARCHIVE, MODEXPORT_QUIET, MODEXPORT_VERBOSE, MODEXPORT_LOG_FORMAT,
        MODEXPORT_COLOR
      """,
      "\n  SAMPLE_TONE             How it is said.\n",
      """

      EXIT STATUS:
        0                       Done, and everything asked for is complete.
        3                       Not everything was said.
        64                      The command line is wrong, or names an unknown site or
                                person.

      FILES:
        hello.txt               What is said.
      """,
    ]
    for part in parts { #expect(text.contains(part), "\(text)") }
  }

  @Test func theFirstPageNamesEveryCommandAndTopic() async {
    let (code, text, _) = await Self.ending(of: ["help"])
    #expect(code == 0)
    let names = ModExport.configuration.subcommands.map { $0._commandName }
    for name in names + HelpTopic.all.map(\.name) {
      #expect(text.contains("\n  \(name) "), "\(name)")
    }
    #expect(text.contains("FIRST STEP:\n  Mirror all main sites"))
    for same in [[], ["--help"], ["-h"]] {
      #expect(await Self.ending(of: same).output == text)
    }
  }

  @Test(arguments: HelpTopic.all)
  func everyTopicIsExplained(topic: HelpTopic) async {
    let (code, text, message) = await Self.ending(of: ["help", topic.name])
    #expect((code, message) == (0, ""))
    #expect(text.hasPrefix(topic.abstract))
    #expect(await Self.ending(of: ["help", "topics"]).output.contains("  \(topic.name) "))
    #expect(!topic.blocks.isEmpty)
  }

  @Test func theWordsAreSortedAndEachIsASentence() {
    let words = HelpTopic.words.blocks.map { block in
      if case .entry(let label, let meaning) = block { (label.text, meaning) } else { ("", "") }
    }
    #expect(words.map(\.0) == Set(words.map(\.0)).sorted())
    #expect(words.filter { !$0.1.hasSuffix(".") || $0.1.count > 110 }.map(\.0) == [])
  }

  static let mistakes: [([String], String)] = [
    (["lst", "cooking"], "Unknown command 'lst'; did you mean 'list'? See 'modexport help'."),
    (["statuss"], "Unknown command 'statuss'; did you mean 'status'? See 'modexport help'."),
    (["serve", "--archive", "x"], "Unknown command 'serve'. See 'modexport help'."),
    (["help", "nosuch"], "Unknown command or topic 'nosuch'. See 'modexport help'."),
    (
      ["help", "word"],
      "Unknown command or topic 'word'; did you mean 'words'? See 'modexport help'."
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

  @Test(arguments: [60, 80, 120])
  func everyLineIsWrappedToTheWidth(columns: Int) throws {
    let renderer = TerminalHelp(columns: columns)
    for command in ModExport.configuration.subcommands {
      let page = try HelpPage(of: command, words: ["modexport", command._commandName])
      let code = page.sections.flatMap(\.blocks).compactMap { block in
        if case .code(let text) = block { text } else { nil }
      }
      let long = renderer.text(of: page).split(separator: "\n").filter { line in
        line.count > columns && !code.contains { $0.contains(line.drop { $0 == " " }) }
      }
      #expect(long == [])
    }
  }

  @Test func aTextIsReadAsParagraphsAndCode() {
    let blocks = HelpBlock.blocks(of: "One\ntwo.\n\n  modexport list x\n    | head\n\nThree.")
    #expect(
      blocks == [
        .paragraph("One two."), .code("modexport list x\n  | head"), .paragraph("Three."),
      ])
    #expect(HelpBlock.blocks(of: "") == [])
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
