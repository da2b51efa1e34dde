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

      Sites of Stack Exchange, Discourse forums and wikis can be in one archive. A site that is named by its \
      address needs no list of sites; --network says which network is meant where the name does not.

      The list of moderators of a site (its roster) is published only if the answers of the API prove \
      that it is complete. Otherwise the old roster stays, and the exit code is 3.

      \(SyncArguments.explanation)

      Requests go through the proxy that https_proxy, http_proxy or all_proxy names, except to the hosts of \
      no_proxy and to this machine.

      Examples:
        Mirror three sites, which become part of the scope:
          modexport sync cooking math "Unix & Linux"
        Mirror all main sites with an API key:
          modexport sync --all --key-file ~/.modexport-key
        Mirror a Discourse forum and a wiki:
          modexport sync https://forum.example.org https://wiki.example.org/w/api.php
        Mirror all wikis of Wikimedia:
          modexport sync --network wikimedia --all --contact ops@example.org
      """
        + ExitStatus.list(
          ExitStatus.ofRequests,
          [
            .incomplete:
              "A roster is not complete, not proven, or was never mirrored; the old roster is kept.",
            .stoppedEarly:
              "Stopped early, because of the quota, a lock-out, --max-requests or another run; the next run continues.",
          ]))

  static let settings = SyncArguments.settings

  @OptionGroup var sync: SyncArguments
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let setups = try SyncSetup.all(sync, in: context)
    if sync.dryRun {
      try SyncDryRun.print(setups, json: sync.json, in: context)
      return .done
    }
    try refuseWithoutScope(in: context)
    let asked = try await SyncSetup.asked(sync, setups, in: context)
    let summary = try await SyncSession(asked.setups, after: asked.inquiry, in: context).run()
    return try SyncSummaryPrinter(summary: summary, json: sync.json).print(in: context)
  }

  /// Creates no archive if no scope is given.
  private func refuseWithoutScope(in context: CommandContext) throws {
    let path = context.archivePath
    guard sync.selection.selection == .scope, !FileManager.default.fileExists(atPath: path) else {
      return
    }
    throw SyncFailure.noScope
  }
}
