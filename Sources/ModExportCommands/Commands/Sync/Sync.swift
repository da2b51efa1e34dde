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

      Requests go through the proxy that https_proxy, http_proxy or all_proxy names, except to the hosts of \
      no_proxy and to this machine.
      """)

  @OptionGroup var selection: SiteSelection
  @OptionGroup(title: "What to mirror") var scope: SyncScopeOptions
  @OptionGroup(title: "Requests") var network: SyncNetworkOptions
  @OptionGroup var global: GlobalOptions

  @Flag(help: "List the sites that would be walked; send and write nothing.")
  var dryRun = false

  @Flag(help: "Print the summary as one JSON document.")
  var json = false

  func run(in context: CommandContext) async throws -> ExitStatus {
    let setup = try SyncSetup(selection.selection, scope, network, in: context)
    if dryRun {
      return try SyncDryRun(setup.options, of: setup.access.network, json: json).print(in: context)
    }
    try refuseWithoutScope(in: context)
    let summary: SyncSummary
    do {
      summary = try await SyncSession(setup, in: context).run()
    } catch {
      return try RunLog(in: context).end(with: error)
    }
    return try SyncSummaryPrinter(summary, json: json).print(in: context)
  }

  /// Creates no archive if no scope is given.
  private func refuseWithoutScope(in context: CommandContext) throws {
    let path = context.archivePath
    guard selection.selection == .scope, !FileManager.default.fileExists(atPath: path) else {
      return
    }
    throw SyncFailure.noScope
  }
}
