import Archive
import ArgumentParser
import Roster
import Tables

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

      --partition: writes a folder of compressed CSV files, one a table and network, as Spark, Trino, DuckDB and \
      cloud warehouses read it. Its schema.json describes all tables, spark.sql and load.sql make views of Spark and \
      tables of DuckDB of them. A table without rows has no file. The folder is replaced as a whole, at the end and \
      in one step; a folder that contains anything but such an export is not replaced.

      sqlite: writes one small file for readers, such as Datasette, with a table for each view but pages and a full \
      text search. The file has no log and can be read where nothing can be written. A file that is no such export, or \
      has a table of yours, is not replaced.

      The same archive gives the same bytes.

      Examples:
        Load the archive into a database of PostgreSQL:
          modexport export --format postgres | psql -v ON_ERROR_STOP=1 moderators
        Write a partitioned folder, and make a database of DuckDB of it:
          modexport export --partition Exports/tables
          cd Exports/tables && duckdb moderators.duckdb -f load.sql
        Write a file for readers, and show it with Datasette:
          modexport export --format sqlite moderators.db
          datasette -i moderators.db
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          stopped: "what was printed is no whole export, and nothing was written."))

  @Argument(help: "With sqlite: the file to write.", completion: .file())
  var file: String?
  @Option(help: ArgumentHelp("The engine that reads it.", valueName: "format"))
  var format: ExportFormat?
  @Option(
    help: ArgumentHelp("Write CSV files for other engines into this folder.", valueName: "folder"),
    completion: .directory)
  var partition: String?
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if partition == "" { throw ValidationError("Name a folder for the export with --partition.") }
    if format != nil, partition != nil {
      throw ValidationError("Use --format or --partition, not both.")
    }
    if format == nil, partition == nil {
      throw ValidationError(
        "Say what to write: --format sqlite FILE, --format postgres, or --partition FOLDER.")
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
    try context.readArchiveUntilStopped(loss) { archive in
      try archive.asOfNow {
        if let partition { return try writeFolder(partition, archive, in: context) }
        switch format {
        case .postgres: try printPostgres(archive, in: context)
        case .sqlite, nil: try writeFile(file ?? "", archive, in: context)
        }
      }
    }
    return .done
  }
}

/// What an export is for.
enum ExportFormat: String, CaseIterable, ExpressibleByArgument {
  case postgres, sqlite
}

/// The forms of an export.
extension ExportCommand {
  /// Prints the stream for `psql`.
  func printPostgres(_ archive: ArchiveDatabase, in context: CommandContext) throws {
    try PostgresExport(source: try ArchiveExportSource(archive)).write(to: context.results)
  }

  /// Writes the partitioned folder.
  func writeFolder(
    _ folder: String, _ archive: ArchiveDatabase, in context: CommandContext
  ) throws {
    guard !ArchiveFiles.of(archive.path, contain: folder) else {
      throw CommandFailure(
        .cannotWrite, "'\(folder)' belongs to the archive: choose another folder for the export.")
    }
    let export = PartitionedExport(source: try ArchiveExportSource(archive))
    let summary = try context.showingProgress { try export.write(to: folder, progress: $0) }
    if !context.isQuiet {
      try context.results.write(
        "\(summary.files.counted("file")) in \(folder); \(folder)/schema.json describes them\n")
    }
  }

  /// Writes the file for readers.
  func writeFile(
    _ file: String, _ archive: ArchiveDatabase, in context: CommandContext
  ) throws {
    let bytes = try context.showingProgress { try archive.writeSnapshot(to: file, progress: $0) }
    if !context.isQuiet { try context.results.write("\(file): \(bytes.grouped) bytes\n") }
  }
}

/// The archive, for exports.
struct ArchiveExportSource: ExportSource {
  let generator = "modexport \(modexportVersion)"
  let identity: String
  let latestRun: Int
  private let archive: ArchiveDatabase

  init(_ archive: ArchiveDatabase) throws {
    self.archive = archive
    identity = try archive.identity()
    latestRun = try archive.latestEndedRun() ?? 0
  }

  func forEachRow(of view: View, _ body: (Row) throws -> Void) throws {
    try archive.forEachExportedRow(of: view, body)
  }
}
