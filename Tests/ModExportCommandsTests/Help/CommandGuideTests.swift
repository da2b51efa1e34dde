import ArgumentParser
import SampleCommands
import Testing

@testable import ModExportCommands

/// The guides of all commands, and the tables of the manual that say the same.
struct CommandGuideTests {
  @Test(arguments: ModExport.configuration.subcommands)
  func everyCommandHasAGuide(command: any ParsableCommand.Type) throws {
    try check(command, of: "modexport")
  }

  @Test(arguments: SampleProgram.configuration.subcommands)
  func everyCommandOfTheSampleProgramHasAGuide(command: any ParsableCommand.Type) throws {
    try check(command, of: "modexport-sample")
  }

  private func check(_ command: any ParsableCommand.Type, of program: String) throws {
    let name = command._commandName
    let guide = try #require((command as? any GuidedCommand.Type)?.guide)
    #expect((2...4).contains(guide.examples.count), "examples of \(name)")
    for example in guide.examples {
      #expect(example.command.contains("\(program) \(name)"))
      #expect(!example.purpose.isEmpty && !".:".contains(example.purpose.suffix(1)))
      #expect(example.command.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
    let sentences =
      guide.exits.map(\.meaning) + guide.variables.map(\.meaning) + guide.files.map(\.meaning)
    #expect(sentences.filter { !$0.hasSuffix(".") } == [])
    #expect(guide.exits.map(\.status).prefix(1) == [.done])
  }

  /// A report of a day without a roster ends with 3, and one that is stopped with the code of the signal.
  @Test func theHelpOfReportTellsEveryWayInWhichItEnds() {
    let exits = ReportCommand.guide.exits
    #expect(exits.map(\.status.rawValue) == [0, 1, 3, 64, 66, 73, 75, 129, 130, 143])
    #expect(exits[2].meaning.hasPrefix("The archive has no roster of that day"))
  }

  @Test func theManualSaysOfExitCodesWhatTheProgramSays() throws {
    let rows = try ManualPage("Operating").table(headed: "| code | meaning |")
    #expect(rows == ExitStatus.allCases.map { ["\($0.rawValue)", $0.meaning] })
  }

  @Test func theManualSaysOfVariablesWhatTheProgramSays() throws {
    let rows = try ManualPage("Environment").table(headed: "| variable | meaning |")
    let told = EnvironmentVariable.all.map { variable in
      [variable.names.map { "`\($0)`" }.joined(separator: ", "), variable.meaning]
    }
    #expect(Array(rows.dropFirst()) == told)
    #expect(rows.first?.first == "`MODEXPORT_…`")
  }

  /// Where this fails, `scripts/commands` writes the page anew.
  @Test func thePageOfCommandsIsWhatTheProgramPrints() throws {
    let page = try ManualPage("Commands").text.split(
      separator: "\n", omittingEmptySubsequences: false)
    let printed = try Manual(of: ModExport.self).markdown
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(printed.count > 300)
    #expect(page.difference(from: printed).isEmpty)
  }
}
