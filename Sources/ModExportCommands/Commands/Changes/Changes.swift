import Archive
import ArgumentParser
import FoundationEssentials
import Glibc
import Reports
import Roster
import Sync
import Tables

/// `modexport changes`
struct ChangesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes", abstract: "Shows who joined, left, came back or was renamed.",
    discussion: """
      The newest changes come first; --before continues with older ones. With --after, changes come oldest \
      first and without a limit. The cursor from which to continue is printed on stderr; a cursor of another \
      archive, or one beyond the newest change, is refused.

      --follow prints changes as they are published, until Ctrl-C (130), a termination signal (143) or a \
      hang-up (129): those from now on, or with --after, --since or --today those since then too. Its \
      --json is --jsonl.

      --exec runs a command through /bin/sh for each change, oldest first and one at a time, with the \
      change on its stdin, as --follow --json prints it. The --cursor file moves only after the command has \
      exited with 0; after any other exit modexport stops with 1, and the next call begins with the same \
      change. A change can come twice if modexport is killed at that moment: its id identifies it. \
      A new file begins with the changes from now on, or after --after (0 for all). Without --follow, the \
      call ends after the newest change.
      """)

  static let guide = CommandGuide(
    [
      CommandGuide.Example(
        "Show who joined, left or was renamed since a day", "modexport changes --since 2026-11-01"),
      CommandGuide.Example(
        "Print each change when a sync publishes it", "modexport changes --follow"),
      CommandGuide.Example(
        "Run a program for each change since its last call",
        "modexport changes --exec ./notify --cursor notify.cursor"),
    ],
    exits: ExitStatus.ofReading.union(ExitStatus.ofSignals),
    meanings: [
      .hungUp: "--follow was stopped by a hang-up.",
      .interrupted: "--follow was stopped by Ctrl-C.",
      .terminated: "--follow was stopped by a termination signal.",
    ], variables: [.timeZone])

  @OptionGroup(title: "Which changes") var choice: ChangeOptions
  @Flag(help: "Wait for new changes, and print each as it is published.")
  var follow = false
  @Flag(help: "Print an Atom feed.")
  var atom = false
  @OptionGroup(title: "Running a command") var execution: ExecOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if follow {
      try choice.checkAgainst("--follow", .before, .until, .limit)
    }
    if execution.pair != nil {
      try choice.checkAgainst("--exec", .before, .since, .until, .today, .limit)
      if let other = ((atom ? ["--atom"] : []) + output.given).first {
        throw ValidationError("Use --exec without \(other).")
      }
    }
    guard atom else { return }
    try choice.checkAgainst("--atom", .after)
    if let other = ((follow ? ["--follow"] : []) + output.given).first {
      throw ValidationError("Use --atom without \(other).")
    }
    if let limit = choice.limit, limit > AtomFeed.limit || limit == 0 {
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
    let (page, names, unproven) = try context.readArchive { archive in
      let page = try archive.changes(try choice.filter(in: archive, context))
      let sites = Set(page.listing.rows.map { Record<ChangeColumn>($0).site })
      let names = try archive.typedNames()
      return (page, names, try UnprovenRosters(of: sites, named: names, in: archive))
    }
    let zone = choice.zone(in: context)
    var stream = try ChangeStream(output, zone: zone, in: context)
    try stream.write(page.listing.rows, names)
    try stream.finish()
    context.note(unproven)
    for sentence in remarks(page, zone) { context.note(sentence) }
    return .done
  }

  private func followChanges(in context: CommandContext) async throws -> ExitStatus {
    let filter = try context.readArchive { archive in
      var filter = try choice.filter(in: archive, context)
      // A day that began goes on into the next ones.
      (filter.limit, filter.until) = (nil, nil)
      filter.after = try choice.after ?? (filter.since == nil ? archive.newestChange() : "0")
      return filter
    }
    for sentence in remark(on: choice.zone(in: context)) { context.note(sentence) }
    let (_, signal) = try await withInterruption(
      by: await trappedSignals(), stop: { _ in }
    ) {
      var follower = try ChangeFollower(filter, output, zone: choice.zone(in: context), in: context)
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
      var filter = try choice.filter(in: archive, context)
      filter.limit = nil
      return filter
    }
    let file = try CursorFile(at: path, beside: context.archivePath)
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

  /// Whose times the lines have, where that is not UTC.
  private func remark(on zone: TimeZone) -> [String] {
    return choice.isLocal && output.format == .table
      ? ["Times are in your time zone, \(zone.identifier)."] : []
  }

  /// What stands after the rows: whose times they have, how many there are, and where the list goes on.
  private func remarks(_ page: ChangePage, _ zone: TimeZone) -> [String] {
    let count = page.listing.rows.count
    let times = count > 0 ? remark(on: zone) : []
    let part = PartOfList(shown: count, total: page.matching).sentence.map { "\($0) " } ?? ""
    if choice.after != nil {
      let nothing = count == 0 ? ["Nothing new."] : []
      return times + nothing + ["\(part)Continue with --after \(page.newer)."]
    }
    if let older = page.older { return times + ["\(part)Continue with --before \(older)."] }
    return times + (count == 0 ? ["The archive contains no such change."] : [])
  }
}
