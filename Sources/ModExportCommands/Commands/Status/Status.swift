import Archive
import ArgumentParser
import Reports
import Roster

/// `modexport status`
struct StatusCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Shows what is stale, incomplete, locked out, and until when.",
    discussion: "Exits with 0 whatever it shows: scripts should read --json.")

  @Option(
    help: ArgumentHelp(
      "Report rosters as stale that were last read longer ago. (default: 2d)", valueName: "duration"
    ),
    transform: Duration.init(option:))
  var staleAfter = Duration.seconds(2 * 86_400)
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let (archive, status, scope) = try context.readArchive { archive in
      ((archive.path, archive.logSize), try archive.status(), try ScopeSummary(archive))
    }
    let summary = StatusSummary(
      status, scope, path: archive.0, logSize: archive.1, now: context.now(),
      staleAfter: staleAfter / .seconds(1))
    switch output.format {
    case .json: try context.results.write(summary.document)
    case .csv: try context.printer(output.format).print(summary.listing)
    case .table:
      for line in summary.lines {
        try context.results.write(VisibleText.sanitized(line) + "\n")
      }
      if !summary.problems.isEmpty { try context.results.write("\n") }
      try context.printer(output.format).print(
        summary.listing, tableColumns: ["site", "state", "since", "detail"])
    }
    return .done
  }
}
