import ArgumentParser
import FoundationEssentials
import Roster
import Sync
import Transport

/// `modexport sync`
struct SyncCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Mirrors the moderators of sites into the archive.",
    discussion: """
      The archive remembers what it is to hold: --all makes that all main sites, --meta the meta sites \
      too, and sites that are named are added. Without SITE, --all and --meta the run is for all of \
      these: sites that are new, unfinished or were never proven too. While one of them was never \
      mirrored, such a run does not end with 0; a run for named sites ends by those alone. \
      `modexport scope --set` replaces the scope.

      A roster is published only where the walk over its pages proves it whole; otherwise the old one \
      stays, the run says so and ends with 3.
      """)

  @Argument(
    help: ArgumentHelp(
      "Sites: parameter, host, address, alias or name.", valueName: "site"))
  var sites: [String] = []

  @Flag(help: "All main sites.")
  var all = false

  @Flag(help: "All main sites and their meta sites.")
  var meta = false

  @OptionGroup(title: "What is asked for") var scope: SyncScopeOptions
  @OptionGroup(title: "How the API is asked") var network: SyncNetworkOptions
  @OptionGroup var global: GlobalOptions

  @Flag(help: "Ask for nothing and write nothing: list the sites that would be walked.")
  var dryRun = false

  @Flag(help: "Print the summary as one JSON document.")
  var json = false

  mutating func validate() throws {
    if !sites.isEmpty, all || meta {
      throw ValidationError("Name sites, or use --all or --meta, not both.")
    }
    try network.checkAgainstItself()
  }

  private var selection: SyncOptions.Selection {
    if !sites.isEmpty { return .named(sites) }
    return all || meta ? .all(withMeta: meta) : .scope
  }

  private var options: SyncOptions {
    scope.applied(to: SyncOptions(selection), concurrency: network.concurrency)
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if dryRun {
      return try SyncDryRun(options, of: try network.network(in: context), json: json)
        .print(in: context)
    }
    try refuseWithoutScope(in: context)
    let session = try SyncSession(
      options: options, limits: network, waitLock: scope.waitLock, context: context)
    let summary = try await session.run()
    return try SyncSummaryPrinter(summary, json: json).print(in: context)
  }

  /// Makes no archive where nobody says what it is to hold.
  private func refuseWithoutScope(in context: CommandContext) throws {
    let path = context.archivePath
    guard selection == .scope, !FileManager.default.fileExists(atPath: path) else { return }
    throw SyncFailure.noScope
  }
}
