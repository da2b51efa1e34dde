import Archive
import ArgumentParser
import FoundationEssentials
import Roster
import Tables

/// `modexport backup`
struct BackupCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies the archive to a file, and verifies the copy.",
    discussion: """
      Works at any time, also during a sync. The copy replaces an older copy of the same archive, in one \
      step and only after it is proven; until then, and after a failure, the older copy stays. In a \
      folder, the copy gets a name with the time, such as modexport-2026-11-22T031700Z.sqlite. To \
      restore a copy, end the sync, remove the archive and its -wal file, and copy the file there.

      A file that is not a copy of an archive is never replaced, unless it is empty.

      Examples:
        Copy the archive to a file, and replace the last copy there:
          modexport backup /mnt/copies/moderators.sqlite
        Add a dated copy to a folder, and keep the newest 30:
          modexport backup /mnt/copies --copies 30
        Replace the copy of another archive:
          modexport backup /mnt/copies/moderators.sqlite --force
      """
        + ExitStatus.list(
          ExitStatus.ofReading, stopped: "no copy was written."))

  @Argument(help: "The copy: a file, or a folder.", completion: .file())
  var file: String
  @Option(
    help: ArgumentHelp(
      "Copy to a folder, which is created if it is missing, and remove its oldest copies beyond this number.",
      valueName: "number"),
    transform: Int.option(within: 1...100_000))
  var copies: Int?
  @Flag(help: "Also replace a copy of another archive, or one with history that the archive lacks.")
  var force = false
  @Flag(help: "Print one JSON document and nothing else.")
  var json = false
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if file.isEmpty { throw ValidationError("Name a file or a folder for the copy.") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    try ReportContent.refuse(file)
    let (archive, backup) = try context.readArchiveUntilStopped(
      "no copy was written, and older copies are as they were."
    ) { archive in
      let backup = try archive.backUp(
        to: file, keeping: copies, replacesOthers: force, by: context.networks.rules,
        at: context.now())
      return (archive.path, backup)
    }
    if let failure = backup.failure(of: archive) {
      try backup.verification.print(
        context.printer(json ? .json : .table), named: TypedNames([:]), in: context)
      throw failure
    }
    try print(backup, in: context)
    return .done
  }

  private func print(_ backup: Backup, in context: CommandContext) throws {
    if json {
      try context.results.write(.object(backup.fields))
    } else if !context.isQuiet {
      try context.results.write(
        backup.sentences + (backup.head.map { "head \($0)\n" } ?? ""))
    }
  }
}

extension Backup {
  /// What the JSON document of `backup` says.
  var fields: [(String, JSONValue)] {
    [("path", .text(path)), ("bytes", .cell(.integer(bytes))), ("head", .cell(Cell(head)))]
      + verification.fields
      + [("removed", .array(removed.map { .text($0) }))]
  }

  /// What was copied and proven, one sentence to a line.
  var sentences: String {
    let proof =
      verification.sites > 0 ? verification.agreement : "there is no roster to prove yet."
    let removal =
      removed.isEmpty ? "" : "Removed \(removed.count.counted("older copy", "older copies")).\n"
    let folder = madeFolder.map { "The folder \($0) was missing and is created.\n" } ?? ""
    return "\(folder)\(path): \(bytes.grouped) bytes; \(proof)\n\(removal)"
  }

  /// Why nothing was written; nil where the copy is proven and in its place.
  ///
  /// - Parameter archive: The path of the archive.
  func failure(of archive: String) -> CommandFailure? {
    if verification.findings.isEmpty { return nil }
    return CommandFailure(
      .failed,
      "\(path) was not written, because the copy of \(archive) has "
        + "\(verification.findings.count.counted("finding")); `modexport verify` shows whether the "
        + "archive itself is damaged.")
  }
}
