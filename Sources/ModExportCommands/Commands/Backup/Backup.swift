import Archive
import ArgumentParser
import FoundationEssentials
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

      A file that is not a copy of an archive is never replaced.
      """)

  @Argument(help: "The copy: a file, or a folder.", completion: .file())
  var file: String
  @Option(
    help: ArgumentHelp(
      "In a folder, remove the oldest copies of this archive beyond this number.",
      valueName: "number"),
    transform: Int.option(within: 1...100_000))
  var keep: Int?
  @Flag(help: "Also replace a copy of another archive, or one that is newer than the archive.")
  var force = false
  @Flag(help: "Print one JSON document and nothing else.")
  var json = false
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if file.isEmpty { throw ValidationError("Name a file or a folder for the copy.") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let interruption = Interruption()
    defer { interruption.end() }
    let trapped = await trappedSignals()
    let (archive, backup) = try withExtendedLifetime(trapped) {
      try context.readArchive { archive in
        (archive.path, try copy(archive, interruption, context))
      }
    }
    if let failure = backup.failure(of: archive) {
      try backup.verification.print(json ? .json : .table, in: context)
      throw failure
    }
    try print(backup, in: context)
    return .done
  }

  private func copy(
    _ archive: ArchiveDatabase, _ interruption: Interruption, _ context: CommandContext
  ) throws -> Backup {
    interruption.interrupts(archive)
    do {
      return try archive.backUp(
        to: file, keeping: keep, replacesOthers: force, by: context.networks.rules,
        at: context.now())
    } catch let error as CancellationError {
      guard let signal = interruption.signal else { throw error }
      throw CommandFailure(
        ExitStatus(signal: signal),
        "Stopped; no copy was written, and older copies are as they were.")
    }
  }

  private func print(_ backup: Backup, in context: CommandContext) throws {
    if json {
      try context.results.write(.object(backup.fields))
    } else if !context.isQuiet {
      try context.results.write(backup.sentences)
    }
  }
}
