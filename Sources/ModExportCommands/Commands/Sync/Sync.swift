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
      The archive remembers its scope, the sites to mirror: --all sets it to all main sites, --meta adds \
      the meta sites, and each SITE is added. Without SITE, --all and --meta, the whole scope is \
      mirrored, new and unfinished sites included. The exit code of such a run is not 0 while a site of \
      the scope was never mirrored; the exit code of a run for named sites depends on those sites only. \
      `modexport scope --set` replaces the scope.

      A roster is published only if the walk over its pages proves that it is complete. Otherwise the \
      old roster stays, and the exit code is 3.
      """)

  @Argument(
    help: ArgumentHelp(
      "A site: its id, such as cooking, its host, a URL, an alias or its name.", valueName: "site")
  )
  var sites: [String] = []

  @Flag(help: "All main sites.")
  var all = false

  @Flag(help: "All main sites and their meta sites.")
  var meta = false

  @OptionGroup(title: "What to mirror") var scope: SyncScopeOptions
  @OptionGroup(title: "Requests") var network: SyncNetworkOptions
  @OptionGroup var global: GlobalOptions

  @Flag(help: "List the sites that would be walked; send and write nothing.")
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

  /// Creates no archive if no scope is given.
  private func refuseWithoutScope(in context: CommandContext) throws {
    let path = context.archivePath
    guard selection == .scope, !FileManager.default.fileExists(atPath: path) else { return }
    throw SyncFailure.noScope
  }
}
