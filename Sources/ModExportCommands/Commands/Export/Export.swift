import Archive
import ArgumentParser
import Exports

/// `modexport export`
struct ExportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes all views for another engine, with types and keys.",
    discussion: """
      postgres: prints a stream for psql, which makes or replaces the schema modexport in one transaction. A load \
      that fails or is cut off leaves the old schema as it was. Tables, columns and comments are those of the views. \
      Rights on whole tables are kept. Where a view or a table of yours depends on them or is in their schema, or \
      they have row security or rights on columns, the load stops and says so; indexes and triggers of yours on them \
      are not kept. U+0000 becomes U+FFFD.

      With --since-run, the stream holds only what may differ since that run, and the load takes the other rows over \
      from the old schema, which must hold the same archive as of that run or a later one that the stream has, too. \
      After a return to a backup, load a whole export first. The comment on the schema names the latest run that had \
      ended, with a digest of what all runs up to it read: a copy of the archive that went another way is refused.

      ndjson, csv: writes a folder of compressed files, partitioned by network and site as Spark, Trino, DuckDB and \
      cloud warehouses read it. Its schema.json describes all tables, spark.sql and load.sql make views of Spark and \
      tables of DuckDB of them. A table without rows has no file. The folder is replaced as a whole, at the end and \
      in one step; a folder that contains anything but such an export is not replaced.

      sqlite: writes one small file for readers, with a table for each view but pages and a full text search, and \
      beside it the metadata of Datasette, whose name ends in .metadata.json. The file has no log and can be read \
      where nothing can be written. A file that is no such export, or has a table of yours, is not replaced.

      The same archive gives the same bytes.
      """)

  static let guide = CommandGuide(
    [
      CommandGuide.Example(
        "Load the archive into a database of PostgreSQL",
        "modexport export --format postgres | psql -v ON_ERROR_STOP=1 moderators"),
      CommandGuide.Example(
        "Send only what may differ since run 1",
        "modexport export --format postgres --since-run 1 | psql -v ON_ERROR_STOP=1 moderators"),
      CommandGuide.Example(
        "Write a partitioned folder, and make a database of DuckDB of it",
        """
        modexport export --format ndjson --partition Exports/tables
        cd Exports/tables && duckdb moderators.duckdb -f load.sql
        """),
      CommandGuide.Example(
        "Write a file for readers, and show it with Datasette",
        """
        modexport export --format sqlite moderators.db
        datasette -i moderators.db --metadata moderators.metadata.json
        """),
    ],
    exits: ExitStatus.ofReading.union(ExitStatus.ofSignals),
    meanings: [
      .usage: "The command line is wrong, or the archive has no run of that number.",
      .hungUp:
        "Stopped by a hang-up; what was printed is no whole export, and nothing was written.",
      .interrupted:
        "Stopped by Ctrl-C; what was printed is no whole export, and nothing was written.",
      .terminated:
        "Stopped by a termination signal; what was printed is no whole export, and nothing was written.",
    ])

  @Argument(help: "With sqlite: the file to write.", completion: .file())
  var file: String?
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
    if format != .postgres, sinceRun != nil {
      throw ValidationError("Use --since-run with --format postgres.")
    }
    if format != .postgres, distribute != nil {
      throw ValidationError("Use --distribute with --format postgres.")
    }
    if sinceRun != nil, distribute != nil {
      throw ValidationError("Use --since-run or --distribute, not both.")
    }
    if format.needsFolder {
      if partition ?? "" == "" {
        throw ValidationError("Name a folder for the export with --partition.")
      }
    } else if partition != nil {
      throw ValidationError("Use --partition with --format ndjson or --format csv.")
    }
    if format == .sqlite {
      if file ?? "" == "" { throw ValidationError("Name a file for the export.") }
    } else if file != nil {
      throw ValidationError("Name a file with --format sqlite only.")
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
        case .sqlite: try writeFile(archive, in: context)
        }
      }
    }
    return .done
  }
}

/// What an export is for.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case postgres, ndjson, csv, sqlite

  /// Whether it is a folder.
  var needsFolder: Bool { self == .ndjson || self == .csv }
}

extension PostgresExport.Distribution: ExpressibleByArgument {}
