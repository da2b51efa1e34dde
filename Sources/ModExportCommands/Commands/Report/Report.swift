import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster

/// `modexport report`
struct ReportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Writes the reports.",
    discussion: """
      The folder is replaced as a whole, at the end and in one step; a folder that contains anything \
      but a report is not replaced. The same archive gives the same bytes.
      """)

  @OptionGroup var content: ReportOptions
  @Option(
    help: ArgumentHelp(
      "As the archive stood at that day's end (UTC), or at an RFC 3339 instant.",
      valueName: "date"), transform: Date.init(option:))
  var asOf: Date?
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let content = try ReportContent(content, asOf: asOf, context.settings)
    let summary = try context.readArchive { try content.write(from: $0, in: context) }
    if !context.isQuiet { try context.results.write(content.text(of: summary)) }
    return .done
  }
}
