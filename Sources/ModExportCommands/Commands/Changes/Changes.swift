import Archive
import ArgumentParser
import FoundationEssentials
import Glibc
import Reports
import Roster
import Sync

/// `modexport changes`
struct ChangesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes", abstract: "Shows who joined, left, came back, was renamed.",
    discussion: """
      Pages go backwards from now, or from --before; forwards, oldest first and without a limit, from \
      --after. The cursor of the next page is printed on stderr; a cursor of another archive, or one \
      beyond the end of the journal, is refused.

      --follow prints changes as they are published, until Ctrl-C (130), a termination signal (143) or a \
      hang-up (129): those from now on, or with --after, --since or --today those since then too. Its \
      --json is one object a line.

      --exec runs a command through /bin/sh for each change, oldest first and one at a time, with the \
      change on its stdin, as --follow --json prints it. The --cursor file moves only after the command has \
      exited with 0; after any other exit modexport stops with 1, and the next call begins with the same \
      change. A change can come twice if modexport is killed at that moment: its id identifies it. \
      A new file begins with the changes from now on, or after --after (0 for all). Without --follow, the \
      call ends after the newest change.
      """)

  @OptionGroup(title: "Which changes") var choice: ChangeOptions
  @Flag(help: "Wait for new changes, and print each as it is published.")
  var follow = false
  @Flag(help: "Print an Atom feed.")
  var atom = false
  @OptionGroup(title: "Running a command") var execution: ExecOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if follow { try choice.checkAgainst("--follow", .before, .until, .limit) }
    if execution.pair != nil {
      try choice.checkAgainst("--exec", .before, .since, .until, .today, .limit)
      if atom || output.json || output.csv {
        throw ValidationError("Use --exec without --atom, --json and --csv.")
      }
    }
    guard atom else { return }
    try choice.checkAgainst("--atom", .after)
    if follow || output.json || output.csv {
      throw ValidationError("Use --atom alone, without --follow, --json and --csv.")
    }
    if let limit = choice.limit, limit > AtomFeed.limit {
      throw ValidationError("A feed contains at most \(AtomFeed.limit) changes: lower --limit.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if let (command, file) = execution.pair {
      return try await execute(command, file, in: context)
    }
    if follow { return try await followChanges(in: context) }
    if atom {
      try context.readArchive { archive in
        let feed = try ChangeFeed(
          archive, try choice.filter(in: archive, context), context.networks)
        try feed.write(to: context.results)
      }
      return .done
    }
    let (page, names) = try context.readArchive { archive in
      let filter = try choice.filter(in: archive, context)
      return (try archive.changes(filter), try archive.siteNames())
    }
    var stream = try ChangeStream(output.format, in: context)
    try stream.write(page.listing.rows, siteNames: names)
    try stream.finish()
    for sentence in remarks(page) { context.note(sentence) }
    return .done
  }

  private func followChanges(in context: CommandContext) async throws -> ExitStatus {
    let filter = try context.readArchive { archive in
      var filter = try choice.filter(in: archive, context)
      filter.limit = nil
      filter.after = try choice.after ?? (filter.since == nil ? archive.newestChange() : "0")
      return filter
    }
    let (_, signal) = try await withInterruption(
      by: await trappedSignals(), stop: { _ in }
    ) {
      var follower = try ChangeFollower(filter, output.format, in: context)
      try await follower.run()
    }
    return signal.map(ExitStatus.init(signal:)) ?? .done
  }

  private func execute(
    _ command: String, _ path: String, in context: CommandContext
  ) async throws -> ExitStatus {
    // Before they are handled, from when on they look ignored.
    let signals = [SIGPIPE, SIGINT, SIGTERM] + (System.ignoresHangUp ? [] : [SIGHUP])
    let filter = try context.readArchive { archive in
      ChangeFilter(
        site: try choice.siteRef(in: archive), kinds: choice.kind, after: choice.after)
    }
    let file = try CursorFile(at: path)
    let (_, signal) = try await withInterruption(
      by: await trappedSignals(), stop: { _ in }
    ) {
      var executor = try ChangeExecutor(
        filter,
        ShellCommand(text: command, environment: context.environment, handledSignals: signals),
        file, in: context)
      do { try await executor.run(follows: follow) } catch is CancellationError {}
    }
    return signal.map(ExitStatus.init(signal:)) ?? .done
  }

  private func remarks(_ page: ChangePage) -> [String] {
    let isEmpty = page.listing.rows.isEmpty
    if choice.after != nil {
      return (isEmpty ? ["Nothing new."] : []) + ["Continue with --after \(page.newer)."]
    }
    if let older = page.older { return ["Continue with --before \(older)."] }
    return isEmpty ? ["The archive contains no such change."] : []
  }
}
