import Archive
import FoundationEssentials
import Roster
import Tables

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
    let summary = try showingProgress(in: context) { try export.write(to: folder, progress: $0) }
    if !context.isQuiet {
      try context.results.write(
        "\(summary.files.counted("file")) in \(folder); \(folder)/schema.json describes them\n")
    }
  }

  /// Writes the file for readers, and the metadata beside it.
  func writeFile(_ archive: ArchiveDatabase, in context: CommandContext) throws {
    let place = URL(filePath: file ?? "")
    let metadata = place.deletingPathExtension().appendingPathExtension("metadata.json")
    try refuseForeign(metadata)
    let bytes = try showingProgress(in: context) {
      try archive.writeSnapshot(to: file ?? "", progress: $0)
    }
    let document = DatasetteMetadata(
      source: try ArchiveExportSource(archive),
      database: place.deletingPathExtension().lastPathComponent, views: View.ofSnapshots)
    do {
      try Data(document.bytes).write(to: metadata, options: .atomic)
    } catch {
      throw CommandFailure(
        .cannotWrite, "Cannot write \(metadata.path); make room or choose another place.")
    }
    if !context.isQuiet {
      try context.results.write(
        "\(place.relativePath): \(bytes.grouped) bytes; \(metadata.relativePath) describes its tables\n"
      )
    }
  }

  /// - Throws: `CommandFailure` (73) where a file of somebody else has the name.
  private func refuseForeign(_ metadata: URL) throws(CommandFailure) {
    guard FileManager.default.fileExists(atPath: metadata.path) else { return }
    // What cannot be read may be anything.
    let data = FileManager.default.contents(atPath: metadata.path)
    let known = data.flatMap { try? JSONDecoder().decode(KnownMetadata.self, from: $0) }
    guard known?.source.hasPrefix(DatasetteMetadata.mark) != true else { return }
    throw CommandFailure(
      .cannotWrite,
      "\(metadata.relativePath) is not replaced: it is not the metadata of such an export; choose another file, or move it away."
    )
  }

  private struct KnownMetadata: Decodable {
    var source: String
  }

  /// - Parameter body: Gets what shows the name of the table that is written.
  private func showingProgress<Result>(
    in context: CommandContext, _ body: ((String) throws -> Void) throws -> Result
  ) throws -> Result {
    let showsProgress = context.showsProgress
    defer { if showsProgress { context.messages.showStatus("") } }
    return try body { table in
      if showsProgress { context.messages.showStatus("Writing \(table)") }
    }
  }
}
