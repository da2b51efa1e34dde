import Archive
import ArgumentParser
import FoundationEssentials
import Roster

/// `modexport diff`
struct DiffCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compares the moderators of two dates.",
    discussion: """
      Shows who joined (+), left (-), and was renamed, became staff or was elected (~), and the two \
      readings between which it happened: if it took several changes, such as two new names, the \
      readings around all of them. Without a second date, the first one is compared with the \
      current rosters. People who came and went in between, or left and came back, are counted in \
      a note; `modexport changes` lists them.

      Exits with 3 if a site cannot be compared, because it has no roster of the first date, or because \
      it was not read between the two dates: its differences are not known, and no line is printed for \
      them. Sites that were closed before the first date are named in a note, since they are not expected \
      to be read; with --site, such a site ends with 3 too.
      """)

  static let guide = CommandGuide(
    [
      CommandGuide.Example(
        "Show what is different since the beginning of November", "modexport diff 2026-11-01"),
      CommandGuide.Example(
        "Compare two dates at one site", "modexport diff 2026-01-01 2026-06-30 --site math"),
      CommandGuide.Example(
        "Write the differences to a CSV file", "modexport diff 2026-01-01 --csv > differences.csv"),
    ],
    exits: ExitStatus.ofReading,
    meanings: [.incomplete: "A site cannot be compared; the last message says which, and why."])

  @Argument(
    help: ArgumentHelp(
      "The earlier date, such as 2026-06-30 (its end), 7d or an RFC 3339 instant.",
      valueName: "date"),
    transform: DateOption.init(option:))
  var earlier: DateOption
  @Argument(
    help: ArgumentHelp("The later date; the current rosters without it.", valueName: "later-date"),
    transform: DateOption.init(option:))
  var later: DateOption?
  @Option(help: "Only this site.", completion: .sites)
  var site: String?
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let earlier = earlier.date(.end, in: context)
    let later = later?.date(.end, in: context)
    try check(earlier, later, in: context)
    let comparison = try context.readArchive { archive in
      let site = try self.site.map { try archive.site(meaning: $0, at: later).now.ref }
      return try archive.difference(from: earlier, to: later, site: site)
    }
    let report = ComparisonReport(comparison, earlier: earlier, later: later, site: site)
    try context.printer(output).print(output.format == .table ? report.table : report.rows)
    for note in report.notes { context.note(note) }
    if let failure = report.failure { throw failure }
    return .done
  }

  /// Throws `CommandFailure` (64) where the dates are in the wrong order.
  private func check(_ earlier: Date, _ later: Date?, in context: CommandContext) throws {
    if let later, earlier > later {
      throw CommandFailure(
        .usage, "\(earlier.rfc3339) is later than \(later.rfc3339): give the earlier date first.")
    }
    if later == nil, earlier > context.now() {
      throw CommandFailure(
        .usage, "\(earlier.rfc3339) is later than now: give a date in the past.")
    }
  }
}
