import Archive
import ArgumentParser
import Exports
import Roster
import Sync

/// `modexport export`
struct ExportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes all views for another engine, with types and keys.",
    discussion: """
      postgres: prints a stream for psql, which makes or replaces the schema modexport in one transaction. A load \
      that fails or is cut off leaves the old schema as it was. Tables, columns and comments are those of the views. \
      Rights on the tables are kept; where a view or a table of yours depends on them or is in their schema, the \
      load stops and names it. U+0000 becomes U+FFFD.

      With --since-run, the stream holds only what may differ since that run, and the load takes the other rows over \
      from the old schema, which must hold the same archive as of that run or later. The comment on the schema names \
      the latest run that had ended.

      ndjson, csv: writes a folder of compressed files, partitioned by network and site as Spark, Trino, DuckDB and \
      cloud warehouses read it. Its schema.json describes all tables, spark.sql and load.sql make views of Spark and \
      tables of DuckDB of them. A table without rows has no file. The folder is replaced as a whole, at the end and \
      in one step; a folder that contains anything but such an export is not replaced.

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
      CommandGuide.Example(
        "Write a partitioned folder, and make a database of DuckDB of it",
        """
        modexport export --format ndjson --partition Exports/tables
        cd Exports/tables && duckdb moderators.duckdb -f load.sql
        """),
    ],
    exits: ExitStatus.ofReading.union(ExitStatus.ofSignals),
    meanings: [
      .usage: "The command line is wrong, or the archive has no run of that number.",
      .hungUp:
        "Stopped by a hang-up; what was printed is no whole export, and no folder was written.",
      .interrupted:
        "Stopped by Ctrl-C; what was printed is no whole export, and no folder was written.",
      .terminated:
        "Stopped by a termination signal; what was printed is no whole export, and no folder was written.",
    ])

  @Option(help: ArgumentHelp("The engine that reads it.", valueName: "format"))
  var format: ExportFormat
  @Option(
    help: ArgumentHelp("With ndjson and csv: the folder to write.", valueName: "folder"),
    completion: .directory)
  var partition: String?
  @Option(
    help: ArgumentHelp(
      "With postgres: send only what may differ since this run.", valueName: "run"),
    transform: Int.option(within: 1...Int.max))
  var sinceRun: Int?
  @Option(
    help: ArgumentHelp(
      "With postgres: spread the tables over several servers, with the calls of this extension.",
      valueName: "extension"))
  var distribute: PostgresExport.Distribution?
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    let isStream = format == .postgres
    if !isStream, sinceRun != nil {
      throw ValidationError("Use --since-run with --format postgres.")
    }
    if !isStream, distribute != nil {
      throw ValidationError("Use --distribute with --format postgres.")
    }
    if sinceRun != nil, distribute != nil {
      throw ValidationError("Use --since-run or --distribute, not both.")
    }
    if isStream, partition != nil {
      throw ValidationError("Use --partition with --format ndjson or --format csv.")
    }
    if !isStream, partition ?? "" == "" {
      throw ValidationError("Name a folder for the export with --partition.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let loss =
      format == .postgres
      ? "what was printed is not the whole export."
      : "the export was not written, and an older one is as it was."
    try await context.readArchiveUntilStopped(loss) { archive in
      try archive.asOfNow {
        switch format {
        case .postgres: try printPostgres(archive, in: context)
        case .ndjson: try writeFolder(.ndjson, archive, in: context)
        case .csv: try writeFolder(.csv, archive, in: context)
        }
      }
    }
    return .done
  }

  private func printPostgres(_ archive: ArchiveDatabase, in context: CommandContext) throws {
    let since = try sinceRun.flatMap {
      try archive.rows(since: $0, walkLifetime: SyncOptions.walkLifetime)
    }
    if let sinceRun, since == nil {
      context.note(
        "Dates were corrected, evidence was pruned or a site was renamed since run \(sinceRun): everything is sent."
      )
    }
    let export = PostgresExport(
      source: try ArchiveExportSource(archive, since: since), distribution: distribute,
      since: since.map { PostgresExport.Since(run: $0.run, sites: $0.sites) })
    try export.write(to: context.results)
  }

  private func writeFolder(
    _ format: PartitionedExport.Format, _ archive: ArchiveDatabase, in context: CommandContext
  ) throws {
    let folder = partition ?? ""
    guard !ArchiveFiles.of(archive.path, contain: folder) else {
      throw CommandFailure(
        .cannotWrite, "'\(folder)' belongs to the archive: choose another folder for the export.")
    }
    let showsProgress = context.showsProgress
    defer { if showsProgress { context.messages.showStatus("") } }
    let export = PartitionedExport(source: try ArchiveExportSource(archive), format: format)
    let summary = try export.write(to: folder) { table in
      if showsProgress { context.messages.showStatus("Writing \(table)") }
    }
    if !context.isQuiet {
      try context.results.write(
        "\(summary.files.counted("file")) in \(folder); \(folder)/schema.json describes them\n")
    }
  }
}

/// What an export is for.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case postgres, ndjson, csv
}

extension PostgresExport.Distribution: ExpressibleByArgument {}
