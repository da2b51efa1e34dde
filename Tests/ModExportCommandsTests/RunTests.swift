import ArgumentParser
import Foundation
import Tables
import Testing

@testable import ModExportCommands

/// The way from arguments to exit code, with commands made for the purpose.
struct RunTests {
  struct Sample: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sample", version: "1.2.3", subcommands: [Say.self, Fail.self])
  }

  struct Say: ConsoleCommand {
    static let configuration = CommandConfiguration(
      discussion: "Examples:\n  Say hello twice:\n    sample say --times 2"
        + ExitStatus.list([.usage, .done], [.incomplete: "Not everything was said."]))

    @Option(transform: Int.option(within: 1...9)) var times = 1
    @Option(transform: Duration.init(option:)) var pause = Duration.zero
    @OptionGroup var output: OutputOptions
    @OptionGroup var global: GlobalOptions
    @Flag var incomplete = false

    func run(in context: CommandContext) async throws -> ExitStatus {
      for _ in 0..<times { try context.results.write("hello\n") }
      return incomplete ? .incomplete : .done
    }
  }

  enum Trouble: String, CaseIterable, ExpressibleByArgument {
    case known, caused, cancelled, bare, strange
  }

  struct Strange: Error, CustomStringConvertible {
    var description: String { "one line\nand \u{1B}[31manother" }
  }

  struct Fail: ConsoleCommand {
    @Argument var trouble: Trouble
    @OptionGroup var global: GlobalOptions

    func run(in context: CommandContext) async throws -> ExitStatus {
      try context.results.write("found before\n")
      switch trouble {
      case .known: throw CommandFailure(.usage, "There is no site 'x'. Did you mean y?")
      case .caused:
        throw CommandFailure(.noArchive, "'a.txt' is no archive: name one.", cause: "not SQLite")
      case .cancelled: throw CancellationError()
      case .bare: throw ExitCode(75)
      case .strange: throw Strange()
      }
    }
  }

  struct CommandResult: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var code: Int32
    var output = ""
    var message = ""
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let outcomes = [
    CommandResult(arguments: ["say"], code: 0, output: "hello\n"),
    CommandResult(
      arguments: ["say", "--times", "2", "--incomplete"], code: 3, output: "hello\nhello\n"),
    CommandResult(arguments: ["--version"], code: 0, output: "1.2.3\n"),
    CommandResult(
      arguments: ["fail", "known"], code: 64, output: "found before\n",
      message: "Error: There is no site 'x'. Did you mean y?\n"),
    CommandResult(
      arguments: ["fail", "caused"], code: 66, output: "found before\n",
      message: "Error: 'a.txt' is no archive: name one. (not SQLite)\n"),
    CommandResult(
      arguments: ["fail", "cancelled"], code: 130, output: "found before\n",
      message: "Error: Stopped; everything fetched so far is kept.\n"),
    CommandResult(arguments: ["fail", "bare"], code: 75, output: "found before\n"),
    CommandResult(
      arguments: ["fail", "strange"], code: 1, output: "found before\n",
      message: "Error: one line and \u{FFFD}[31manother\n"),
  ]

  @Test(arguments: outcomes)
  func everyEndingHasItsTextAndCode(outcome: CommandResult) async {
    let (results, messages) = (CapturedStream(), CapturedStream())
    let code = await run(
      outcome.arguments, on: .recording(results, messages), root: Sample.self)
    #expect(code == outcome.code)
    #expect(results.text == outcome.output)
    #expect(messages.text == outcome.message)
  }

  static let usageErrors: [([String], String)] = [
    (
      ["say", "--times", "0"],
      "Error: The value '0' is invalid for '--times <times>': give a whole number from 1 to 9."
    ),
    (
      ["say", "--pause", "5"],
      "Error: The value '5' is invalid for '--pause <pause>': "
        + "give a number and a unit, such as 500ms, 90s, 5m, 12h or 7d."
    ),
    (["say", "--json", "--csv"], "Error: Use --json or --csv, not both."),
    (["say", "-q", "-v"], "Error: Use --quiet or --verbose, not both."),
    (
      ["say", "--archive", ""],
      "Error: The value '' is invalid for '--archive <file>': give the path of a file."
    ),
    (["say", "--times"], "Error: Missing value for '--times <times>'"),
    (
      ["say", "--times", "-3"],
      "Error: The value '-3' is invalid for '--times <times>': give a whole number from 1 to 9."
    ),
    (["say", "--tmes", "2"], "Error: Unknown option '--tmes'. Did you mean '--times'?"),
    (["sya"], "Error: Unknown command 'sya'; did you mean 'say'? See 'sample help'."),
  ]

  @Test(arguments: usageErrors)
  func aWrongCommandLineEndsWith64(arguments: [String], sentence: String) async {
    let (results, messages) = (CapturedStream(), CapturedStream())
    let code = await run(arguments, on: .recording(results, messages), root: Sample.self)
    #expect(code == 64)
    #expect(results.text.isEmpty)
    #expect(messages.text.split(separator: "\n").first.map { String($0) } == sentence)
    #expect(messages.text.contains("See 'sample help"))
  }

  @Test(arguments: [["--help"], ["help"], ["say", "--help"], ["help", "say"], []])
  func helpIsAResult(arguments: [String]) async {
    let (results, messages) = (CapturedStream(), CapturedStream())
    let code = await run(arguments, on: .recording(results, messages), root: Sample.self)
    #expect(code == 0)
    #expect(results.text.contains("USAGE: sample"))
    #expect(results.text.hasSuffix("\n"))
    #expect(messages.text.isEmpty)
  }

  @Test func aReaderThatWentAwayIsAQuietEnd() async {
    let closed = StreamFailure(
      stream: "standard output", reason: "Broken pipe", isClosedPipe: true)
    for (arguments, code) in [(["say"], 0), (["say", "--incomplete"], 3), (["--help"], 0)] {
      let messages = CapturedStream()
      let console = Console.recording(CapturedStream(failing: closed), messages)
      #expect(await run(arguments, on: console, root: Sample.self) == Int32(code))
      #expect(messages.text.isEmpty)
    }
  }

  @Test func aFullDeviceEndsWith73() async {
    let full = StreamFailure(stream: "standard output", reason: "No space left on device")
    let sentence =
      "Error: Cannot write to standard output: make room or choose another place. "
      + "(No space left on device)\n"
    for (arguments, code, more) in [
      (["say"], 73, ""), (["say", "--incomplete"], 3, ""),
      (["fail", "known"], 64, "Error: There is no site 'x'. Did you mean y?\n"),
    ] {
      let messages = CapturedStream()
      let console = Console.recording(CapturedStream(failing: full), messages)
      #expect(await run(arguments, on: console, root: Sample.self) == Int32(code))
      #expect(messages.text == sentence + more)
    }
  }

  @Test func theProgramTellsItsVersion() async {
    let results = CapturedStream()
    #expect(await run(["--version"], on: .recording(results)) == 0)
    #expect(results.text.hasPrefix("modexport \(modexportVersion) ("))
    #expect(results.text.hasSuffix(")\n"))
  }
}
