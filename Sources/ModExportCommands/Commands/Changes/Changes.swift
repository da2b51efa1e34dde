import Archive
import ArgumentParser
import FoundationEssentials
import Roster
import Tables

/// `modexport changes`
struct ChangesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes", abstract: "Shows who joined, left, came back or was renamed.",
    discussion: """
      The newest changes come first; --before continues with older ones. With --after, changes come oldest \
      first and without a limit. The cursor from which to continue is printed on stderr; a cursor of another \
      archive, or one beyond the newest change, is refused.

      Who is renamed in several roles is listed once; the view `changes` has a row for each role.

      --follow prints changes as they are published, until Ctrl-C (130), a termination signal (143) or a \
      hang-up (129): those from now on, or with --after or --since those since then too. Its \
      --json is --jsonl.

      With --cursor FILE, changes come oldest first from where the last call with that file ended, and the \
      file moves on after they were written and flushed. A new file begins with the changes from now on, or \
      after --after (0 for all). Each row of --json and --jsonl has its own cursor, so that a script can keep \
      it after its own work succeeded.

      --net compares who held a role just before --since with who did at the end of --until (without it, at the end \
      of what is known; a day whose last reading is the newest one ends with it): who joined (+), left (-), and was \
      renamed, became staff or was elected (~), and between which readings, or when a log says so. `known` is yes \
      where it surely happened between the two, and who joined holds the role perhaps where nobody looked at the \
      later date. People who came and went in between, left and came back, or are not known at either end, are \
      counted in a note. It exits with 3 if nobody looked at a site by the first date, between the two, or on the \
      last day; a site that was closed before the first date ends with 3 only if --site names it.

      Examples:
        Show who joined, left or was renamed since a day:
          modexport changes --since 2026-11-01
        Print each change when a sync publishes it:
          modexport changes --follow
        Print what is new since the last call, one JSON object a line:
          modexport changes --cursor news.cursor --jsonl
        Show what the first half of a year changed at one site:
          modexport changes --net --since 2026-01-01 --until 2026-06-30 --site math
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          [
            .incomplete:
              "Nobody looked in the time asked for, or --net cannot compare a site; the last message says which, and why."
          ], stopped: "--follow ends that way."))

  @OptionGroup(title: "Which changes") var choice: ChangeOptions
  @Flag(help: "Wait for new changes, and print each as it is published.")
  var follow = false
  @Flag(help: "Compare who held a role at the two ends of the time.")
  var net = false
  @Option(
    help: ArgumentHelp("Continue from the cursor in this file, and move it.", valueName: "file"),
    completion: .file())
  var cursor: String?
  @OptionGroup var wikitext: WikitextOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    try wikitext.check(output)
    let (isCursor, isBounded) = (cursor != nil, (choice.until != nil, "--until"))
    try ValidationError.refuse(
      wikitext.isWikitext ? "--format wikitext" : nil, beside: (follow, "--follow"),
      (isCursor, "--cursor"))
    try ValidationError.refuse(
      follow ? "--follow" : nil, beside: (choice.before != nil, "--before"), isBounded,
      (choice.limit != nil, "--limit"))
    if cursor == "" { throw ValidationError("--cursor needs a file.") }
    try ValidationError.refuse(
      isCursor ? "--cursor" : nil, beside: (choice.before != nil, "--before"),
      (choice.since != nil, "--since"), isBounded)
    guard net else { return }
    if choice.since == nil {
      throw ValidationError("--net needs --since: the beginning of the time.")
    }
    try ValidationError.refuse(
      "--net", beside: (choice.before != nil, "--before"), (choice.after != nil, "--after"),
      (choice.limit != nil, "--limit"), (!choice.kind.isEmpty, "--kind"),
      (!choice.roles.role.isEmpty, "--role"), (follow, "--follow"), (isCursor, "--cursor"))
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if net { return try compare(in: context) }
    let file = try cursor.map { try CursorFile(at: $0, beside: context.archivePath) }
    if follow {
      let (_, signal) = try await untilInterrupted { try await printPublished(file, in: context) }
      return signal.map(ExitStatus.init(signal:)) ?? .done
    }
    let (page, names, unproven, absence) = try context.readArchive { archive in
      var filter = try choice.filter(in: archive, context)
      if let file { filter.after = try file.begin(after: filter.after, in: archive, context) }
      let page = try archive.changes(filter)
      let sites = Set(page.listing.rows.map { Record<ChangeColumn>($0).site })
      let names = try archive.typedNames()
      return (
        page, names, try UnprovenRosters(of: sites, named: names, in: archive),
        try unwatched(page, filter, in: archive)
      )
    }
    if wikitext.isWikitext {
      let table = ChangeStream.table(of: page, names, context.resultTerminal)
      try context.results.write(table.wikitext)
    } else {
      var stream = try ChangeStream(output, in: context)
      try stream.write(page, names)
      try stream.finish()
    }
    if let file {
      try context.results.flush()
      try file.write(page.newer)
    }
    if file == nil {
      context.note(unproven)
      if absence == nil || !page.listing.rows.isEmpty {
        for sentence in remarks(page) { context.note(sentence) }
      }
    }
    if let absence { throw absence }
    return .done
  }

  /// Why a page does not answer for all of the time that was asked for; nil where somebody looked. One that goes on from
  /// a cursor only says what came since, unless no site was ever read.
  private func unwatched(
    _ page: ChangePage, _ filter: ChangeFilter, in archive: ArchiveDatabase
  ) throws -> CommandFailure? {
    let looks = try archive.looks(
      at: filter.site, network: filter.network, from: filter.since, to: filter.until)
    return filter.before == nil && filter.after == nil
      ? looks.absence(ofChangesFrom: filter.since, to: filter.until) : looks.neverLooked
  }

  /// Prints changes as they are published, until the task is cancelled, which is its normal end.
  ///
  /// The archive is opened anew each time, which takes about a millisecond: a process that kept it open
  /// would keep the write-ahead log alive, and the archive would not be one file between two runs.
  private func printPublished(_ file: CursorFile?, in context: CommandContext) async throws {
    var filter = try context.readArchive { archive in
      var filter = try choice.filter(in: archive, context)
      if let file {
        filter.after = try file.begin(after: filter.after, in: archive, context)
      } else {
        // A day that began goes on into the next ones.
        (filter.limit, filter.until) = (nil, nil)
        filter.after = try choice.after ?? (filter.since == nil ? archive.newestChange() : "0")
      }
      return filter
    }
    var stream = try ChangeStream(output, isEndless: true, in: context)
    do {
      while true {
        let (page, names) = try context.readArchive { archive in
          let page = try archive.changes(filter)
          return (page, page.listing.rows.isEmpty ? TypedNames([:]) : try archive.typedNames())
        }
        try stream.write(page, names)
        try stream.flush()
        if filter.after != page.newer { try file?.write(page.newer) }
        filter.after = page.newer
        try await context.sleep(.seconds(1))
        try context.results.checkReader()
      }
    } catch is CancellationError {
      try stream.finish()
      if let cursor = filter.after { context.note("Continue with --after \(cursor).") }
    }
  }

  private func compare(in context: CommandContext) throws -> ExitStatus {
    let (earlier, later) = try choice.ends(in: context)
    let now = context.now() + ArchiveDatabase.maxClockSkew
    let (report, unproven, absence) = try context.readArchive { archive in
      try archive.asOfNow {
        let site = try choice.site.map {
          try archive.site(meaning: choice.networks.typed($0), at: later).now.ref
        }
        let network = try choice.networks.id(in: archive)
        let comparison = try archive.difference(
          from: earlier, to: later, site: site, network: network, now: now)
        let looks = comparison.sites.map(\.look)
        let isUnknown = comparison.sites.allSatisfy { $0.state == .never }
        return (
          try ComparisonReport(comparison, of: site, from: earlier, in: archive, now: now),
          try UnprovenRosters(of: Set(comparison.sites(.compared).map(\.look.site)), in: archive),
          isUnknown
            ? looks.absence(ofChangesFrom: earlier.addingTimeInterval(1), to: later) : nil
        )
      }
    }
    if wikitext.isWikitext {
      try context.results.write(report.table.wikitext)
    } else {
      try context.printer(output).print(output.format == .table ? report.table : report.rows)
    }
    for note in report.notes { context.note(note) }
    context.note(unproven)
    if let failure = report.failure ?? absence { throw failure }
    return .done
  }

  /// What stands after the rows: how many there are, and where the list goes on.
  private func remarks(_ page: ChangePage) -> [String] {
    let count = page.listing.rows.count
    let part = PartOfList(shown: count, total: page.matching).sentence.map { "\($0) " } ?? ""
    if choice.after != nil {
      let nothing = count == 0 ? ["Nothing new."] : []
      return nothing + ["\(part)Continue with --after \(page.newer)."]
    }
    if let older = page.older { return ["\(part)Continue with --before \(older)."] }
    return count == 0 ? ["The archive contains no such change."] : []
  }
}
