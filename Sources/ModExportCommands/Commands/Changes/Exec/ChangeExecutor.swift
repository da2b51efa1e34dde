import Archive
import Logging
import Roster
import Tables

/// Runs a command for each change of the journal, oldest first, one at a time.
///
/// The cursor moves only after a command has exited with 0. A change therefore comes again where the
/// command failed, and where this process was killed between that exit and the move: each change comes at
/// least once, and its `id` identifies it.
struct ChangeExecutor {
  private static let pause = Duration.seconds(1)

  private var filter: ChangeFilter
  private let command: ShellCommand
  private let file: CursorFile
  private let context: CommandContext

  /// Reads the cursor, or begins a new file; the file is written in any case, so that a folder without
  /// room or permission is noticed before a command runs.
  ///
  /// - Parameters:
  ///   - filter: Which changes; its cursor counts only where the file does not exist yet.
  /// - Throws: `CommandFailure`: 64 where the cursor is not one of this archive, 73 where the file cannot
  ///   be written.
  init(
    _ filter: ChangeFilter, _ command: ShellCommand, _ file: CursorFile, in context: CommandContext
  ) throws {
    let kept = try file.read()
    self.filter = filter
    self.filter.limit = 1
    (self.command, self.file, self.context) = (command, file, context)
    let start = try context.readArchive { archive in
      try Self.start(kept, filter.after, of: file, in: archive)
    }
    try file.write(start)
    self.filter.after = start
    if kept == nil {
      let hint = filter.after == nil ? "; --after 0 begins with the oldest change" : ""
      context.note("The cursor file '\(file.path)' is new: it begins after \(start)\(hint).")
    }
  }

  /// The cursor to begin after, with the mark of the archive.
  private static func start(
    _ kept: String?, _ wanted: String?, of file: CursorFile, in archive: ArchiveDatabase
  ) throws -> String {
    guard let cursor = kept ?? wanted else { return try archive.newestChange() }
    do {
      return try archive.changes(ChangeFilter(limit: 0, after: cursor)).newer
    } catch let error as ArchiveError where kept != nil && error.code == .badCursor {
      throw CommandFailure(
        .usage,
        "The cursor file '\(file.path)' does not fit this archive: use the archive that it was made with, or "
          + "another file.", cause: error.description)
    }
  }

  /// Runs the command for each change that there is; if it follows, until its task is cancelled.
  ///
  /// - Throws: `CommandFailure`: 1 where a command fails, 73 where the cursor cannot be written;
  ///   `CancellationError`.
  mutating func run(follows: Bool) async throws {
    repeat {
      while try await runNext() {}
      if follows { try await context.sleep(Self.pause) }
    } while follows
  }

  /// Returns false where there is no further change.
  private mutating func runNext() async throws -> Bool {
    try Task.checkCancellation()
    let page = try context.readArchive { try $0.changes(filter) }
    guard let row = page.listing.rows.first else { return false }
    let input = JSONValue.row(row, of: page.listing.columns).line + "\n"
    let ending = try await command.run(input: Array(input.utf8))
    guard ending == .exited(code: 0) else {
      // A command that ends because this process does has not failed.
      try Task.checkCancellation()
      throw Self.failure(ending, at: page.newer)
    }
    try file.write(page.newer)
    filter.after = page.newer
    context.logger.info("the command has finished", metadata: ["cursor": "\(page.newer)"])
    return true
  }

  private static func failure(_ ending: ChildProcess.Ending, at cursor: String) -> CommandFailure {
    let how =
      switch ending {
      case .exited(let code): "exited with \(code)"
      case .killed(let signal): "was ended by signal \(signal)"
      }
    return CommandFailure(
      .failed,
      "The command \(how) at the change \(cursor): the next call begins with that change again.")
  }
}
