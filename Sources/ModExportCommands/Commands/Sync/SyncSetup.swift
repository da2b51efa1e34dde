import Networks
import Sync
import Transport

/// Everything that a run on one network needs, from options and settings.
struct SyncSetup: Sendable {
  var options: SyncOptions
  let access: NetworkAccess
  /// How long to wait for another run on the archive to end.
  let waitLock: Duration
  /// About how many sites the network has; nil where nobody knows.
  let usualSites: NetworkRegistry.UsualSites?

  /// The runs that a selection takes: one for each of its networks.
  ///
  /// - Throws: `CommandFailure` (64) where the address, the key, the rate or another setting cannot be used.
  static func all(
    _ selection: SiteSelection, _ scope: SyncScopeOptions, _ network: SyncNetworkOptions,
    in context: CommandContext
  ) throws -> [SyncSetup] {
    let choice = try NetworkChoice(named: selection.network, in: context)
    return try choice.parts(of: selection.selection).map { entry, part in
      try SyncSetup(entry, part, scope, network, isNamed: selection.network != nil, in: context)
    }
  }

  private init(
    _ entry: NetworkRegistry.Entry, _ selection: SyncOptions.Selection, _ scope: SyncScopeOptions,
    _ network: SyncNetworkOptions, isNamed: Bool, in context: CommandContext
  ) throws {
    access = try NetworkAccess(
      network, of: entry, isNamed: isNamed, sites: selection.names, in: context)
    options = try scope.options(
      for: selection, concurrency: access.concurrency, in: context.settings)
    waitLock = try context.settings.value(
      of: SyncSettings.waitLock, option: scope.everyRun.waitLock)
    usualSites = entry.usualSites
    if case .all = selection, !access.network.hasSiteList {
      throw CommandFailure(
        .usage,
        "There is no list of all sites of the network \(entry.id): name sites by their addresses.")
    }
  }
}
