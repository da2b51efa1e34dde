import ArgumentParser
import FoundationEssentials
import ModExportCommands
import Roster
import SampleNetwork

/// `modexport-sample archive`
struct ArchiveCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Makes an archive of the sample network with years of history, for trials.",
    discussion: """
      It reads the network that `modexport-sample serve` serves, day after day of its own time, as `modexport sync \
      --all` does, and dates the readings as if they had happened in the past. Sites and people are made up, and \
      the archive says so wherever it says where it comes from. It takes no rosters of another network. The same \
      numbers and the same end give the same rows, but for hashes.

      Examples:
        Make an archive of 40 sites with two years of history:
          modexport-sample archive sample.sqlite --sites 40
        Make a small one that was read each week until the end of May:
          modexport-sample archive small.sqlite --sites 20 --days 70 --every 7 --until 2026-05-31
          modexport changes --archive small.sqlite
      """
        + ExitStatus.list(
          ExitStatus.ofAnyCommand,
          [
            .cannotWrite: "An output could not be written, or the file exists."
          ], stopped: "no archive was made."))

  @Argument(help: "The archive, a file that does not exist yet.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("How many days of history. (default: 720)", valueName: "n"),
    transform: Int.option(within: 1...3_650))
  var days = 720

  @Option(
    help: ArgumentHelp("The days between two readings. (default: 30)", valueName: "n"),
    transform: Int.option(within: 1...3_650))
  var every = 30

  @Option(
    help: ArgumentHelp(
      "The day of the latest reading. (default: yesterday)", valueName: "date"),
    transform: DateOption.init(option:))
  var until: DateOption?

  @Option(help: ArgumentHelp(SampleNetworkOptions.seedHelp, valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Number of sites, meta sites included, which are not read. (default: \(SampleKind.exchange.siteEstimate))",
      valueName: "n"))
  var sites: Int?

  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if file.isEmpty { throw ValidationError("Name a file for the archive.") }
    if every > days {
      throw ValidationError(
        "--every \(every) is more than --days \(days): there would be no history.")
    }
    if let problem = sample.problems.first { throw ValidationError(problem) }
    if sites == 0 { throw ValidationError("Without sites there is no history; choose 1 or more.") }
  }

  /// The network without limits: the quota of a day would end a long history.
  private var sample: SampleConfiguration {
    SampleConfiguration(seed: seed, siteLimit: sites, limits: .off)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let history = try history(in: context)
    try history.files.refuseExisting()
    let (outcome, signal) = try await untilInterrupted {
      () async throws -> SampleHistory.Outcome? in
      defer { context.messages.showStatus("") }
      do {
        return try await history.make { number in
          guard context.showsProgress else { return }
          context.messages.showStatus("reading \(number) of \(history.plan.readings.count)")
        }
      } catch  where Task.isCancelled {
        return nil
      }
    }
    guard let outcome else {
      throw CommandFailure(
        signal.map(ExitStatus.init(signal:)) ?? .interrupted, "Stopped; no archive was made.")
    }
    try print(outcome, history.plan, in: context)
    return .done
  }

  /// - Throws: `CommandFailure` (64) where the latest reading would be in the future.
  private func history(in context: CommandContext) throws -> SampleHistory {
    let now = context.now()
    let last = until?.date(.start, in: context) ?? now.addingTimeInterval(-SamplePlan.daySeconds)
    let end = SamplePlan.night(of: last)
    guard end <= now else {
      throw CommandFailure(
        .usage,
        "--until is too late: the latest reading would be at \(end.rfc3339), and now is \(now.rfc3339)."
      )
    }
    guard
      let entry = context.networks.entries.first(where: { $0.id == SampleKind.exchange.network })
    else { throw CommandFailure(.failed, "This program cannot mirror the sample network.") }
    return SampleHistory(
      files: SampleFiles(path: file), entry: entry, sample: sample,
      plan: SamplePlan(days: days, every: every, end: end), logger: context.logger)
  }

  private func print(
    _ outcome: SampleHistory.Outcome, _ plan: SamplePlan, in context: CommandContext
  ) throws {
    let counts = Change.Kind.ofModerators.compactMap { kind in
      outcome.changes[kind].map { "\($0) \(kind.rawValue)" }
    }.joined(separator: ", ")
    let all = outcome.changes.values.reduce(0, +).counted("change")
    try context.results.write(
      """
      \(outcome.readings.counted("reading")) of \(outcome.sites.counted("site")), \
      \(plan.readings.first?.date.rfc3339.prefix(10) ?? "") to \(plan.latest.date.rfc3339.prefix(10)): \
      made-up sites and people
      \(outcome.moderators.counted("moderator")), \(all)\(counts.isEmpty ? "" : ": ")\(counts)

      """)
    let number = sites.map { " --sites \($0)" } ?? ""
    context.note(
      "To go on, serve the day after the latest reading, and mirror it into the archive:",
      commandLine: "modexport-sample serve --seed \(seed) --day \(days + 1)\(number)")
  }
}
