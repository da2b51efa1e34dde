import Archive
import ArgumentParser
import Exports
import Roster
import Sync

/// `modexport export`
struct ExportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes all views for another engine, with types and keys.",
    discussion: """
      postgres: prints a stream for psql, which makes or replaces the schema modexport in one transaction. A load \
      that fails or is cut off leaves the old schema as it was. Tables, columns and comments are those of the views. \
      Rights on the tables are kept; where a view or a table of yours depends on them or is in their schema, the \
      load stops and names it. U+0000 becomes U+FFFD.

      With --since-run, the stream holds only what may differ since that run, and the load takes the other rows over \
      from the old schema, which must hold the same archive as of that run or later. The comment on the schema names \
      the latest run that had ended.

      The same archive gives the same bytes.
      """)

  static let guide = CommandGuide(
    [
      CommandGuide.Example(
        "Load the archive into a database of PostgreSQL",
        "modexport export --format postgres | psql -v ON_ERROR_STOP=1 moderators"),
      CommandGuide.Example(
        "Send only what may differ since run 12",
        "modexport export --format postgres --since-run 12 | psql -v ON_ERROR_STOP=1 moderators"),
    ],
    exits: ExitStatus.ofReading.union(ExitStatus.ofSignals),
    meanings: [
      .usage: "The command line is wrong, or the archive has no run of that number.",
      .hungUp: "Stopped by a hang-up; what was printed is not the whole export.",
      .interrupted: "Stopped by Ctrl-C; what was printed is not the whole export.",
      .terminated: "Stopped by a termination signal; what was printed is not the whole export.",
    ])

  @Option(help: ArgumentHelp("The engine that reads it.", valueName: "format"))
  var format: ExportFormat
  @Option(
    help: ArgumentHelp("Send only what may differ since this run.", valueName: "run"),
    transform: Int.option(within: 1...Int.max))
  var sinceRun: Int?
  @Option(
    help: ArgumentHelp(
      "Spread the tables over several servers, with the calls of this extension.",
      valueName: "extension"))
  var distribute: PostgresExport.Distribution?
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if sinceRun != nil, distribute != nil {
      throw ValidationError("Use --since-run or --distribute, not both.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    try await context.readArchiveUntilStopped("what was printed is not the whole export.") {
      archive in
      try archive.asOfNow {
        switch format {
        case .postgres: try printPostgres(archive, in: context)
        }
      }
    }
    return .done
  }

  private func printPostgres(_ archive: ArchiveDatabase, in context: CommandContext) throws {
    let since = try sinceRun.flatMap {
      try archive.rows(since: $0, walkLifetime: SyncOptions.walkLifetime)
    }
    if sinceRun != nil, since == nil {
      context.note(
        "Dates were corrected, evidence was pruned or a site was renamed since run \(sinceRun ?? 0): everything is sent."
      )
    }
    let export = PostgresExport(
      source: try ArchiveExportSource(archive, since: since), distribution: distribute,
      since: since.map { PostgresExport.Since(run: $0.run, sites: $0.sites) })
    try export.write(to: context.results)
  }
}

/// What an export is for.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case postgres
}

extension PostgresExport.Distribution: ExpressibleByArgument {}
